import { type Check, check } from "../check.ts";
import { type CompiledOperation, withoutOptional } from "../operation.ts";
import { withHeader } from "../request.ts";

/** A compressed response is checked like any other. */
export function compressedReads(compiled: CompiledOperation): Check[] {
  const { operationId, method } = compiled.operation;
  if (method !== "get") return [];
  return [
    check({
      name: `${operationId}: compressed`,
      operations: [operationId],
      weight: 2,
      arbitrary: compiled.valid,
      async run(parts, session) {
        // Filters may hide everything.
        await session.sendParts(compiled, withoutOptional(compiled, parts), {
          change: (request) => withHeader(request, ["Accept-Encoding", "gzip"]),
        });
      },
    }),
  ];
}
