import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { FixedCalls } from "../generated/wire";
import { type AnswerOf, type BodyOf, callDeclared, type Method } from "./client";
import { declaredQuery } from "./query";

/** The paths under which things are listed and added. */
type ResourcePath = {
  [C in keyof FixedCalls]: C extends `POST ${infer P}`
    ? `GET ${P}` extends keyof FixedCalls
      ? P
      : never
    : never;
}[keyof FixedCalls];

/** The methods of calls that change something. */
export type Changing = Exclude<Method, "GET">;

/**
 * Runs a change, and asks for what it may have changed anew, also where it failed: the list may have been old.
 *
 * @param path what the paths of these calls begin with
 */
export function useChanged(path: string, { waits = true } = {}): <T>(change: Promise<T>) => Promise<T> {
  const client = useQueryClient();
  return useCallback(
    async (change) => {
      try {
        return await change;
      } finally {
        const asked = client.invalidateQueries({
          predicate: ({ queryKey: [of] }) => typeof of === "string" && of.startsWith(path),
        });
        if (waits) await asked;
      }
    },
    [client, path, waits],
  );
}

/** Options of {@link resource}. */
type ResourceOptions<T> = {
  /** Whether the list is asked for anew whenever a page with it is opened. */
  readonly isFresh?: boolean;
  /** What the page makes of the list. */
  readonly select?: (list: T) => T;
  /** Runs after each change, also where it failed. */
  readonly changed?: () => void;
};

/**
 * A kind of things that people save, by the path of its calls: how its list is read, and how one is added, changed and
 * removed.
 */
export function resource<P extends ResourcePath>(
  path: P,
  { isFresh = false, select, changed }: ResourceOptions<AnswerOf<"GET", P>> = {},
) {
  type One = `${P}/${number}`;
  const send = <T>(method: Changing, at: string, body: unknown) =>
    callDeclared<T>(method, at, body).finally(changed);
  return {
    /** The list; not asked for while it is not enabled. */
    useList(enabled = true): UseQueryResult<AnswerOf<"GET", P>> {
      return useQuery({
        enabled,
        ...declaredQuery<AnswerOf<"GET", P>>("GET", path, undefined),
        ...(select ? { select } : {}),
        ...(isFresh ? { staleTime: 0 } : {}),
      });
    },
    useChanges() {
      const after = useChanged(path);
      return {
        add: (body: BodyOf<"POST", P>) => after(send<AnswerOf<"POST", P>>("POST", path, body)),
        change: (id: number, body: BodyOf<"PUT", One>) =>
          after(send<AnswerOf<"PUT", One>>("PUT", `${path}/${id}`, body)),
        remove: (id: number) => after(send<undefined>("DELETE", `${path}/${id}`, undefined)),
        /** A call of its own about one of them, such as `send`. */
        act: <M extends Changing, A extends string>(
          method: M,
          id: number,
          action: A,
          body: BodyOf<M, `${One}/${A}`>,
        ) => after(send<AnswerOf<M, `${One}/${A}`>>(method, `${path}/${id}/${action}`, body)),
      };
    },
  };
}
