import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { type AnswerOf, type BodyOf, callDeclared } from "../../api/client";
import { declaredQuery } from "../../api/query";
import { type Changing, useChanged } from "../../api/resource";

/** The path of the calls about a user's own account. */
const ROOT = "api/v1/account";

/** The path of a call about the account; empty for the account itself. */
type At<P extends string> = P extends "" ? typeof ROOT : `${typeof ROOT}/${P}`;

const at = (path: string) => (path === "" ? ROOT : `${ROOT}/${path}`);

/** The answer to a call about the account. It is asked for anew whenever the page is opened. */
export function useAccount<P extends string>(path: P): UseQueryResult<AnswerOf<"GET", At<P>>> {
  return useQuery({ ...declaredQuery<AnswerOf<"GET", At<P>>>("GET", at(path), undefined), staleTime: 0 });
}

/** Makes a call about the account that changes something, and asks for everything shown anew. */
export function useAccountCall() {
  const changed = useChanged(ROOT, { waits: false });
  return useCallback(
    <M extends Changing, P extends string>(
      method: M,
      path: P,
      body: BodyOf<M, At<P>>,
    ): Promise<AnswerOf<M, At<P>>> => changed(callDeclared<AnswerOf<M, At<P>>>(method, at(path), body)),
    [changed],
  );
}
