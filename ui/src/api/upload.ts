import { BASE } from "./base";
import { ApiError, headersFor, refusal } from "./client";
import { readToken } from "./token";

/** Options of {@link upload}. */
export type UploadOptions = {
  readonly signal?: AbortSignal;
  /** Called with the share (0 to 1) that has been sent. */
  readonly onProgress?: (share: number) => void;
};

/**
 * Sends a form with files and returns the JSON body of the answer. Unlike `call` it tells how much has been sent.
 * @throws {ApiError} for every answer that is not a success, and without an answer
 * @throws {DOMException} AbortError when the signal aborts
 */
export function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const { signal, onProgress } = options;
  const token = readToken();
  const request = new XMLHttpRequest();
  request.open("POST", `${BASE}/${path}`);
  headersFor("POST", token, false).forEach((value, name) => {
    request.setRequestHeader(name, value);
  });
  return new Promise((resolve, reject) => {
    const stop = () => request.abort();
    signal?.addEventListener("abort", stop);
    request.onloadend = () => signal?.removeEventListener("abort", stop);
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    request.onerror = () => reject(new ApiError(0, null));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = jsonOf(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as T);
      else reject(refusal(request.status, body, token));
    };
    request.send(form);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
