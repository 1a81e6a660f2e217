import { gcm } from "@noble/ciphers/aes.js";

/*
 * Obfuscation, not protection: the key ships with the page, so anyone who can run a script here can
 * read what is sealed. It avoids storing the user object as plain text; the server never
 * trusts it. crypto.subtle is not used because it is missing on a page served over plain HTTP.
 */
const KEY = new TextEncoder().encode("bond-page/session-user/aes-gcm/1");

const NONCE_BYTES = 12;

/** Random bytes as lower-case hexadecimal. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Seals a value as text: the base64 of a fresh nonce and the AES-GCM ciphertext of its JSON. */
export function seal(value: unknown): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = gcm(KEY, nonce).encrypt(new TextEncoder().encode(JSON.stringify(value)));
  return btoa(String.fromCharCode(...nonce, ...sealed));
}

/** The value of a sealed text; null if the text was changed or sealed by another key. */
export function unseal(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const opened = gcm(KEY, bytes.subarray(0, NONCE_BYTES)).decrypt(bytes.subarray(NONCE_BYTES));
    return JSON.parse(new TextDecoder().decode(opened)) as unknown;
  } catch {
    return null;
  }
}
