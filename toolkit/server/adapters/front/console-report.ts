import type { ContractFinding } from "./contract-options.ts";

/** Bounds the memory, since callers choose the paths of findings. */
const maxKinds = 1000;

/** Writes each kind of finding once, so that a busy server doesn't fill its log. */
export function consoleReport(): (finding: ContractFinding) => void {
  const written = new Set<string>();
  return ({ side, operationId, method, path, status, message }) => {
    const kind = `${side} ${operationId ?? `${method} ${path}`} ${status} ${message}`;
    if (written.has(kind) || written.size >= maxKinds) return;
    written.add(kind);
    console.warn(`${method} ${path} → ${status}: ${message}`);
  };
}
