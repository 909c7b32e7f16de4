import type { ParseAs } from "openapi-fetch";
import type { InitOf } from "./call-init.ts";
import type { CallResult, MediaType } from "./call-result.ts";
import type { NextPage } from "./calls/next-page.ts";
import type { Returned, Throwing } from "./calls/throw-on-error.ts";
import type { InitOrUndefined } from "./or-undefined.ts";

/** The method, in lower case, and the path of each operation. */
export type OperationTable = Record<string, readonly [method: string, path: string]>;

/** A function for each operationId. `Paged` has the lists whose following pages the document describes. */
export type OperationMethods<
  Operations,
  Table extends OperationTable,
  Media extends MediaType = MediaType,
  Throws extends Throwing = false,
  Paged = never,
> = {
  [Id in keyof Table & keyof Operations as MethodName<Id>]: Id extends Paged
    ? OperationMethod<Operations[Id], Media, Throws> & PageMethod<Operations[Id], Media, Throws>
    : OperationMethod<Operations[Id], Media, Throws>;
};

/** A method `then` would make the API a promise for `await`. */
export type MethodName<Id> = Id extends "then" ? "then_" : Id;

type OperationMethod<Operation, Media extends MediaType, Throws extends Throwing> = Operation extends {
  responses: { 304: unknown };
}
  ? ConditionalMethod<Operation, Media, Throws>
  : <As extends ParseAs = "json", Own extends Throwing = Throws>(
      ...args: Args<OperationInit<Operation, As, Own>>
    ) => Promise<Returned<CallResult<Operation, { parseAs: As }, Media>, Own>>;

/** @typeParam Tag the `If-None-Match` of a call, without which 304 isn't returned */
type ConditionalMethod<Operation, Media extends MediaType, Throws extends Throwing> = <
  As extends ParseAs = "json",
  Tag extends string = never,
  Own extends Throwing = Throws,
>(
  ...args: Args<OperationInit<Operation, As, Own> & { header?: { "If-None-Match"?: Tag } }>
) => Promise<
  Returned<CallResult<Operation, { parseAs: As; params: { header: { "If-None-Match": Tag } } }, Media>, Own>
>;

interface PageMethod<Operation, Media extends MediaType, Throws extends Throwing> {
  /** Iterates over the responses to this call and its following pages. */
  pages: <As extends ParseAs = "json", Own extends Throwing = Throws>(
    ...args: Args<OperationInit<Operation, As, Own>>
  ) => AsyncGenerator<Returned<CallResult<Operation, { parseAs: As }, Media>, Own>, void, undefined>;
}

/** `path`, `query`, `header` and `cookie` with the parameters, `body`, and the call's other options. */
export type OperationInit<Operation, As, Own> = InitOrUndefined<ParametersOf<Operation>> &
  OmitEach<InitOf<Operation>, "params" | "parseAs"> & { parseAs?: As; throwOnError?: Own | undefined };

/** Preserves unions, which `Omit` would merge. */
export type OmitEach<T, K extends string> = T extends unknown ? Omit<T, K> : never;

export type ParametersOf<Operation> = Operation extends { parameters: infer Parameters }
  ? Parameters
  : unknown;

/**
 * For a call without a required argument, the compiler names no property ("Expected 1 arguments"). Types for which it does, an
 * overload without arguments or an array type, are then what editors show instead of `(init: …)`.
 */
export type Args<Init> = Record<never, never> extends Init ? [init?: Init] : [init: Init];

interface UntypedClient {
  request(method: string, path: string, init: object): unknown;
  pages(path: string, init: object): unknown;
  page(path: string, init: object, at?: NextPage): unknown;
}

export interface UntypedInit {
  path?: object;
  query?: object;
  header?: object;
  cookie?: object;
}

/** Calls of a client by operationId. @param paged the lists whose following pages the document describes */
export function createOperationMethods<
  Operations,
  Table extends OperationTable,
  Media extends MediaType = MediaType,
  Throws extends Throwing = false,
  Paged extends string = never,
>(
  client: { request: unknown },
  table: Table,
  paged: readonly Paged[] = [],
): OperationMethods<Operations, Table, Media, Throws, Paged> {
  const untyped = client as unknown as UntypedClient;
  const methods = Object.entries(table).map(([id, [method, path]]) => {
    const call = (init?: UntypedInit) => untyped.request(method, path, withParams(init));
    const pages = (init?: UntypedInit) => untyped.pages(path, withParams(init));
    const page = (init?: UntypedInit, at?: NextPage) => untyped.page(path, withParams(init), at);
    const isPaged = (paged as readonly string[]).includes(id);
    return [methodName(id), isPaged ? Object.assign(call, { pages, page }) : call];
  });
  return Object.fromEntries(methods);
}

export function methodName(id: string): string {
  return id === "then" ? "then_" : id;
}

/** In openapi-fetch's form. */
function withParams({ path, query, header, cookie, ...init }: UntypedInit = {}): object {
  return { ...init, params: { path, query, header, cookie } };
}
