import {
  type Query,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import type { FilterParams, ProgramInfo, ScoreAnswer, UserGroup } from "../generated/wire";
import { quietly } from "./blocking";
import { type AnswerOf, ApiError, type BodyOf, type CallOptions, callDeclared, type Method } from "./client";
import { named } from "./named";

const MINUTE = 60_000;

/**
 * The cache of the server's answers. A client error is never retried, and answers stay fresh for a minute: figures change
 * at most once a day.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: MINUTE,
        gcTime: 10 * MINUTE,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && !isClientError(error),
      },
    },
  });
}

function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/**
 * Replaces all answers, after something that can change any of them, such as a load. What is shown stays until its new
 * answer is there; what is not shown is forgotten, so that no screen opens with the figures of before.
 */
export async function refreshAnswers(client: QueryClient): Promise<void> {
  await refreshWhere(client, () => true);
}

async function refreshWhere(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 && predicate(query) });
  await quietly(() => client.invalidateQueries({ predicate }));
}

/**
 * As `placeholderData` of a query: the last answer stays visible until the one for other parameters is there. An answer to
 * another call never does.
 *
 * @param path the first part of the query's key
 */
export function keepLast(path: string) {
  return <T>(last: T | undefined, query: Pick<Query, "queryKey"> | undefined): T | undefined =>
    query?.queryKey[0] === path ? last : undefined;
}

/** Options of {@link callQuery}. */
type CallQueryOptions = Pick<CallOptions, "blocking"> & {
  /** Whether the page asks again by itself, to look for news. */
  readonly looksAgain?: boolean;
  /** Whether the last answer stays visible until the one to another body is there. */
  readonly keepsLast?: boolean;
};

/** A query that makes a call. Its key is the path and the body. */
export function callQuery<M extends Method, P extends string>(
  method: M,
  path: P,
  body: BodyOf<M, P>,
  options?: CallQueryOptions,
) {
  return declaredQuery<AnswerOf<M, P>>(method, path, body, options);
}

/** As {@link callQuery}, for what declared screens ask. */
export function declaredQuery<T>(
  method: Method,
  path: string,
  body: unknown,
  { blocking = false, looksAgain = false, keepsLast = false }: CallQueryOptions = {},
) {
  return {
    queryKey: body === undefined ? [path] : [path, body],
    queryFn: ({ client, queryKey, signal }: QueryFunctionContext) => {
      const news = looksAgain && client.getQueryData(queryKey) !== undefined;
      return callDeclared<T>(method, path, body, { signal, blocking, news });
    },
    ...(keepsLast ? { placeholderData: keepLast(path) } : {}),
  };
}

const askProgram = callQuery("GET", "api/v1/program", undefined, { blocking: true, looksAgain: true });
let lastProgram: ProgramInfo | undefined;

/** The program as the server last described it, for code outside of components; undefined until it is known. */
export const currentProgram = (): ProgramInfo | undefined => lastProgram;

const PROGRAM = queryOptions({
  ...askProgram,
  queryFn: async (context: QueryFunctionContext) => {
    const { client, queryKey } = context;
    const before = client.getQueryData<ProgramInfo>(queryKey);
    lastProgram = await askProgram.queryFn(context);
    // A named period has other dates on another day: its figures change with its name.
    if (before && before.today !== lastProgram.today)
      await refreshWhere(client, (query) => query.queryKey[0] !== queryKey[0]);
    return lastProgram;
  },
  staleTime: 5 * MINUTE,
});

/**
 * Asks for the program every minute while the page is seen, and when it is seen again. Its answer says whether data were
 * loaded meanwhile, which day it is, and what administrators have set.
 */
export function useNews(): void {
  // Only the timer is wanted: whoever shows the program draws its answer.
  useQuery({ ...PROGRAM, refetchInterval: MINUTE, refetchOnWindowFocus: "always", notifyOnChangeProps: [] });
}

/** The program: its name, the server's current day, the loaded days, the currency. */
export function useProgram(): UseQueryResult<ProgramInfo> {
  return useQuery(PROGRAM);
}

/** The program where it is known. It requests nothing: a page with figures has asked for the program already. */
export function useKnownProgram(): ProgramInfo | undefined {
  return useQuery({ ...PROGRAM, enabled: false }).data;
}

/**
 * The fewest members that a figure may be about; 0 until the program is known, and where all figures are shown. It
 * requests nothing.
 */
export function useMinimumMembers(): number {
  return useKnownProgram()?.minimumMembers ?? 0;
}

/**
 * Whether members have moved between groups, and small groups are not protected, so that it may be told how many. It requests
 * nothing.
 */
export function useTellsMoves(): boolean {
  const program = useKnownProgram();
  return Boolean(program?.groupsHistorySince) && program?.minimumMembers === 0;
}

/**
 * The month, 1 to 12, with which the program's years begin; January until the program is known. It requests nothing.
 */
export function useYearStart(): number {
  return useKnownProgram()?.fiscalYearStart ?? 1;
}

/** The day that begins the week: 0 for Sunday, as until the program is known, 1 for Monday. It requests nothing. */
export function useFirstWeekday(): 0 | 1 {
  return useKnownProgram()?.firstWeekday === "monday" ? 1 : 0;
}

/** The user groups that can be chosen: tiers, lines of business, audiences. */
export function useUserGroups(): UseQueryResult<UserGroup[]> {
  return useQuery({
    ...callQuery("GET", "api/v1/dashboard/users/userGroups", undefined, { blocking: true }),
    staleTime: 5 * MINUTE,
  });
}

/** The BOND Score of the filters' period end and user groups. */
export function useScore(filters: FilterParams): UseQueryResult<ScoreAnswer> {
  return useQuery({
    ...callQuery("POST", "api/v1/bond/score", filters, { blocking: true, keepsLast: true }),
    select: named<ScoreAnswer>,
  });
}
