import type { ApiDocument } from "../document/document.ts";
import type { KnownValues } from "../samples/known.ts";
import { lazy } from "../samples/values/lazy.ts";
import { satisfying } from "../samples/values/satisfying.ts";
import { operationFinder } from "../testing/answer-faults.ts";
import type { Check, Model } from "./check.ts";
import { otherMethods, unknownPaths } from "./checks/addresses.ts";
import { credentialsNeeded, foreignCallers } from "./checks/callers.ts";
import { invalidRequests, noisyRequests, unreadableBodies, validRequests } from "./checks/requests.ts";
import { stories } from "./checks/stories.ts";
import { presentedFor } from "./credentials.ts";
import { type CompiledOperation, compileOperation } from "./operation.ts";
import { pathOf } from "./request.ts";
import type { Target } from "./session.ts";

/** Everything that will be checked, and what can't be. */
export interface Plan {
  checks: Check[];
  compiled: Map<string, CompiledOperation>;
  skipped: string[];
  /** Operations that can't be called for want of a credential. */
  locked: string[];
}

/** Compiles a document into checks. */
export function plan({ document, owner, other }: Omit<Target, "sender">, models: Model[] = []): Plan {
  const skipped: string[] = [];
  const locked: string[] = [];
  const compiled = new Map<string, CompiledOperation>();
  for (const operation of document.operations) {
    const { operationId } = operation;
    if (!presentedFor(document, operation, owner.credentials)) {
      skipped.push(`${operationId}: there is no credential for it`);
      locked.push(operationId);
      continue;
    }
    const known = owner.known as KnownValues<never>;
    compiled.set(operationId, atItsOwnAddress(document, compileOperation(document, operation, known), known));
  }
  const all = [...compiled.values()];
  return {
    compiled,
    skipped,
    locked,
    checks: [
      ...all.flatMap((one) => [
        validRequests(one),
        ...invalidRequests(one),
        ...unreadableBodies(one),
        ...credentialsNeeded(one, document),
        ...(other && presentedFor(document, one.operation, other.credentials) ? [foreignCallers(one)] : []),
        ...noisyRequests(one, document),
      ]),
      ...otherMethods(all, document),
      ...unknownPaths(all, document),
      ...models.filter(({ operations }) => operations.every((id) => compiled.has(id))).map(stories),
    ],
  };
}

/** Leaves out values of the path that spell the literal path of another operation. */
function atItsOwnAddress(
  document: ApiDocument,
  compiled: CompiledOperation,
  known: KnownValues<never>,
): CompiledOperation {
  const { operation } = compiled;
  const find = operationFinder(document);
  if (!compiled.parameters.some(({ parameter }) => parameter.in === "path")) return compiled;
  const leadsThere = (parts: Parameters<typeof pathOf>[2]) => {
    const path = pathOf(
      operation,
      compiled,
      parts,
      ({ name, label }) => known[name]?.find((one) => one.label === label)?.sample,
    );
    return find(operation.method, path) === operation;
  };
  return {
    ...compiled,
    valid: lazy(() => satisfying(compiled.valid, leadsThere, `the path ${operation.path}`)),
    negatives: compiled.negatives.map((negative) => ({
      ...negative,
      arbitrary: negative.arbitrary.filter(leadsThere),
    })),
  };
}
