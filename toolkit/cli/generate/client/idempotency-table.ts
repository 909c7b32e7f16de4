import { type IdempotencyTable, idempotencyOf } from "@counterpart/server/client-runtime/calls/idempotency";
import type { ApiDocument } from "@counterpart/server/document/document";
import { takesIdempotencyKey } from "@counterpart/server/document/idempotency";

/** Which calls may be retried, if the document differs from the method's default. */
export function idempotencyTable({ operations }: ApiDocument): IdempotencyTable {
  const table: IdempotencyTable = {};
  for (const operation of operations) {
    const { method, path, idempotent } = operation;
    const said = takesIdempotencyKey(operation) ? "key" : idempotent;
    if (said === undefined || said === idempotencyOf({}, method, path)) continue;
    table[`${method.toUpperCase()} ${path}`] = said;
  }
  return table;
}
