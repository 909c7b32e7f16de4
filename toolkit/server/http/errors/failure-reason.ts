import path from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentOperation } from "../../document/document.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";

const maxLength = 1000;

/** Why a request failed, for the developer of the service: what was thrown, by which operation, and where. */
export function failureReason(error: unknown, operation: DocumentOperation | undefined): string {
  const reason =
    error instanceof ContractViolation
      ? error.messageWithValues
      : `${operation ? `${operation.operationId} failed: ` : ""}${error}${placeOf(error)}`;
  return reason.length > maxLength ? `${reason.slice(0, maxLength)}…` : reason;
}

/** The first place of the stack that is the project's own code. */
function placeOf(error: unknown): string {
  const lines = (error instanceof Error && error.stack?.split("\n    at ").slice(1)) || [];
  const line = lines.find((one) => /file:|\//.test(one) && !/node_modules|node:/.test(one));
  const [, address, at] = /\(?((?:file:|\/)[^()]*?)((?::\d+){1,2})\)?$/.exec(line?.trim() ?? "") ?? [];
  if (address === undefined) return "";
  const file = address.startsWith("file:") ? fileURLToPath(address) : address;
  return ` (${path.relative(process.cwd(), file)}${at})`;
}
