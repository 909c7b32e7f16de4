import { isDeepStrictEqual } from "node:util";
import { fallbackOperationId, operationPointer, operationsIn } from "../path-item.ts";
import type { RawDocument } from "../references.ts";
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
  const unnamed: { operation: Operation; twin: Operation | undefined }[] = [];
  for (const { name: path, method, operation: node } of operationsIn(raw, "paths")) {
    const operation: Operation = { path, method, node };
    if (node.operationId !== undefined && !isUsable(node.operationId)) {
      const message = `The operationId must be a text, not ${JSON.stringify(node.operationId)}, so the operation gets another one.`;
      remarks.set(node, { severity: "warning", message });
      node.operationId = undefined;
    }
    const twin = firsts.get(node.operationId);
    if (twin || node.operationId === undefined) unnamed.push({ operation, twin });
    else firsts.set(node.operationId, operation);
  }
  const originOf = (operation: Operation) => origins.find(raw, operationPointer(operation));
  for (const { operation, twin } of unnamed) {
    const wanted = fallbackOperationId(operation.method, operation.path);
    let operationId = wanted;
    for (let n = 2; firsts.has(operationId); n++) operationId = `${wanted}${n}`;
    firsts.set(operationId, operation);
    if (twin && !isDeepStrictEqual(originOf(operation), originOf(twin))) {
      const message = `${labelOf(twin)} has the operationId ${twin.node.operationId} too, so this one is called ${operationId}. Give each its own.`;
      remarks.set(operation.node, { severity: "warning", message });
    }
    operation.node.operationId = operationId;
  }
}

/** Generated code couldn't use `__proto__` as a plain name. */
function isUsable(operationId: unknown): boolean {
  return typeof operationId === "string" && operationId !== "" && operationId !== "__proto__";
}

function labelOf({ path, method }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}
