import type { CallResult, MediaType } from "./call-result.ts";
import type { NextPage } from "./calls/next-page.ts";
import { type Returned, type ThrowOnError, throwOnError } from "./calls/throw-on-error.ts";
import {
  type Args,
  type MethodName,
  methodName,
  type OmitEach,
  type OperationInit,
  type OperationTable,
  type ParametersOf,
  type UntypedInit,
} from "./operation-methods.ts";
import type { InitOrUndefined } from "./or-undefined.ts";

/** Options for TanStack Query and similar libraries, for each operationId. */
export type Queries<
  Operations,
  Table extends OperationTable,
  Media extends MediaType = MediaType,
  Paged = never,
> = {
  [Id in keyof Table & keyof Operations as MethodName<Id>]: Table[Id][0] extends "get"
    ? Query<MethodName<Id>, QueryInit<Operations[Id]>, DataOf<Operations[Id], Media>> &
        (Id extends Paged
          ? PagedQuery<MethodName<Id>, QueryInit<Operations[Id]>, DataOf<Operations[Id], Media>>
          : unknown)
    : Mutation<MethodName<Id>, Operations[Id], DataOf<Operations[Id], Media>>;
};

interface Query<Id, Init, Data> {
  /** The key of a query; without parameters, the first part of all keys of this operation. */
  queryKey: { (): readonly [Id]; (init: Init): readonly [Id, Init] };
  queryOptions: (...args: Args<Init>) => {
    queryKey: readonly [Id] | readonly [Id, Init];
    queryFn: (context?: QueryContext) => Promise<Data>;
  };
}

interface PagedQuery<Id, Init, Data> {
  /** Pages are followed as by `pages()`: the header `Link: rel="next"`, or the documented link `next`. */
  infiniteQueryOptions: (...args: Args<Init>) => {
    queryKey: readonly [Id, Init, "pages"];
    queryFn: (context: QueryContext & { pageParam: NextPage | null }) => Promise<QueryPage<Data>>;
    initialPageParam: null;
    getNextPageParam: (last: QueryPage<Data>) => NextPage | null;
  };
}

interface Mutation<Id, Operation, Data> {
  mutationOptions: () => {
    mutationKey: readonly [Id];
    mutationFn: (init: Variables<SentInit<Operation>>) => Promise<Data>;
  };
}

/** One page of an infinite query. */
export interface QueryPage<Data> {
  data: Data;
  /** Null on the last page. */
  next: NextPage | null;
}

interface QueryContext {
  signal?: AbortSignal | undefined;
}

type QueryInit<Operation> = InitOrUndefined<ParametersOf<Operation>>;

type SentInit<Operation> = OmitEach<
  OperationInit<Operation, "json", ThrowOnError>,
  "parseAs" | "throwOnError"
>;

/** `mutate()` needs no argument if every part of it is optional. */
// biome-ignore lint/suspicious/noConfusingVoidType: TanStack Query's way to say so.
type Variables<Init> = Record<never, never> extends Init ? Init | void : Init;

/** The data of a success. A success without data is null, as libraries take undefined for a mistake. */
type DataOf<Operation, Media extends MediaType> = OrNull<
  Extract<Returned<CallResult<Operation, unknown, Media>, ThrowOnError>, { data: unknown }>["data"]
>;

type OrNull<Data> = Data extends undefined ? null : Data;

/** The methods of `createOperationMethods`. */
interface UntypedMethod {
  (init: object): Promise<{ data?: unknown }>;
  page?: (init: object, at?: NextPage) => Promise<{ answer: { data?: unknown }; next?: NextPage }>;
}

/** Options for each of an API's methods: queries for GET, and mutations for the others. */
export function queriesOf<
  Operations,
  Table extends OperationTable,
  Media extends MediaType = MediaType,
  Paged = never,
>(api: object, table: Table): Queries<Operations, Table, Media, Paged> {
  const methods = api as Record<string, UntypedMethod>;
  return Object.fromEntries(
    Object.entries(table).map(([id, [verb]]) => {
      const name = methodName(id);
      const method = methods[name] as UntypedMethod;
      return [name, verb === "get" ? queryOf(name, method) : mutationOf(name, method)];
    }),
  ) as never;
}

function queryOf(id: string, method: UntypedMethod) {
  const { page } = method;
  const queryKey = (init?: UntypedInit) => (init ? [id, init] : [id]);
  return {
    queryKey,
    queryOptions: (init?: UntypedInit) => ({
      queryKey: queryKey(init),
      queryFn: async ({ signal }: QueryContext = {}) =>
        (await method({ ...init, signal, throwOnError })).data ?? null,
    }),
    ...(page && { infiniteQueryOptions: infiniteQueryOf(id, page) }),
  };
}

function infiniteQueryOf(id: string, page: NonNullable<UntypedMethod["page"]>) {
  return (init: UntypedInit = {}) => ({
    queryKey: [id, init, "pages"],
    queryFn: async ({ signal, pageParam }: QueryContext & { pageParam: NextPage | null }) => {
      const { answer, next = null } = await page({ ...init, signal, throwOnError }, pageParam ?? undefined);
      return { data: answer.data ?? null, next };
    },
    initialPageParam: null,
    getNextPageParam: ({ next }: QueryPage<unknown>) => next,
  });
}

function mutationOf(id: string, method: UntypedMethod) {
  return {
    mutationOptions: () => ({
      mutationKey: [id],
      mutationFn: async (init?: object) => (await method({ ...init, throwOnError })).data ?? null,
    }),
  };
}
