import { type CallParts, callParts, type Part } from "../../cli/generate/client/call-parts.ts";
import type { CallData } from "../../cli/generate/client/client-calls.ts";
import type { CallTraits } from "../../client/call-traits.ts";
import type { ClientTraits } from "../../client/create-typed-client.ts";
import type { DateTable } from "../../client/dates.ts";
import * as client from "../../client/index.ts";

/** What generated code passes to `createTypedClient` for these calls. */
export function clientTraits(table: Record<string, CallData>, dates: DateTable = {}): ClientTraits {
  const exports = { ...client, ...client.datesIn(dates) };
  const calls = Object.entries(table).map(
    ([name, call]) => [name, traitsOf(exports, callParts(call))] as const,
  );
  return { calls: Object.fromEntries(calls), errors: client.unreadErrors(), pages: client.pagesOf };
}

function traitsOf(exports: object, { data, prepare, read, convert, next }: CallParts): CallTraits {
  const made = ({ name, args, parts }: Part): unknown => {
    const exported = (exports as Record<string, (...args: unknown[]) => unknown>)[name];
    const given = args ?? parts?.map(made);
    return given ? exported?.(...given) : exported;
  };
  return {
    ...data,
    prepare: prepare.map(made) as NonNullable<CallTraits["prepare"]>,
    ...(read && { read: made(read) as NonNullable<CallTraits["read"]> }),
    ...(convert && { convert: made(convert) as NonNullable<CallTraits["convert"]> }),
    ...(next && { next: made(next) as NonNullable<CallTraits["next"]> }),
  };
}
