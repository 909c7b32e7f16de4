import { fallbackOperationId, operationPointer, operationsOf } from "../path-item.ts";
import { isContainer, type RawDocument } from "../references.ts";
import type { Origins } from "./origins.ts";
import type { Remarks } from "./remarks.ts";

interface Operation {
  path: string;
  method: string;
  node: { operationId?: unknown };
}

/**
 * Gives every operation a unique operationId and reports duplicates. If two paths share a path item, the
 * first keeps the operationIds. Changes the document.
 */
export function nameOperations(raw: RawDocument, origins: Origins, remarks: Remarks): void {
  const firsts = new Map<unknown, Operation>();
  const unnamed: { operation: Operation; twin?: Operation }[] = [];
  for (const operation of allOperations(raw)) {
    const { operationId } = operation.node;
    if (operationId !== undefined && !isUsable(operationId)) {
      const message = `The operationId must be a text, not ${JSON.stringify(operationId)}, so the operation gets another one.`;
      remarks.set(operation.node, { severity: "warning", message });
      operation.node.operationId = undefined;
      unnamed.push({ operation });
      continue;
    }
    const twin = firsts.get(operationId);
    if (twin) unnamed.push({ operation, twin });
    else if (operationId === undefined) unnamed.push({ operation });
    else firsts.set(operationId, operation);
  }
  for (const { operation, twin } of unnamed) {
    const wanted = fallbackOperationId(operation.method, operation.path);
    let operationId = wanted;
    for (let n = 2; firsts.has(operationId); n++) operationId = `${wanted}${n}`;
    firsts.set(operationId, operation);
    if (twin && !isWrittenOnce(operation, twin)) {
      const message = `${labelOf(twin)} has the operationId ${twin.node.operationId} too, so this one is called ${operationId}. Give each its own.`;
      remarks.set(operation.node, { severity: "warning", message });
    }
    operation.node.operationId = operationId;
  }

  function isWrittenOnce(one: Operation, other: Operation): boolean {
    const [origin, otherOrigin] = [one, other].map((operation) =>
      origins.find(raw, operationPointer(operation)),
    );
    return origin?.file === otherOrigin?.file && origin?.pointer === otherOrigin?.pointer;
  }
}

/** Generated code couldn't use `__proto__` as a plain name. */
function isUsable(operationId: unknown): boolean {
  return typeof operationId === "string" && operationId !== "" && operationId !== "__proto__";
}

function allOperations(raw: RawDocument): Operation[] {
  return Object.entries(raw.paths).flatMap(([path, item]) =>
    operationsOf(item)
      .filter(({ operation }) => isContainer(operation))
      .map(({ method, operation }) => ({ path, method, node: operation })),
  );
}

function labelOf({ path, method }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}
