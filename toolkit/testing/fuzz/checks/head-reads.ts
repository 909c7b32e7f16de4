import { type Check, check } from "../check.ts";
import { type CompiledOperation, withoutOptional } from "../operation.ts";

/** HEAD is answered as GET. The session's judge compares the two. */
export function headReads(compiled: CompiledOperation): Check[] {
  const { operationId, method } = compiled.operation;
  if (method !== "get") return [];
  return [
    check({
      name: `${operationId}: headers alone`,
      operations: [operationId],
      weight: 1,
      arbitrary: compiled.valid,
      async run(parts, session) {
        const reading = withoutOptional(compiled, parts);
        await session.sendParts(compiled, reading);
        await session.sendParts(compiled, reading, {
          // A framework may not know HEAD.
          isUnusual: true,
          change: (request) => ({ ...request, method: "HEAD" }),
        });
      },
    }),
  ];
}
