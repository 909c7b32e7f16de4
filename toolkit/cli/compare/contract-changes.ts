import {
  type ApiDocument,
  type DocumentOperation,
  operationOf,
  operationPointer,
  type RawDocument,
  resolveIn,
} from "@counterpart/server/document";
import { escapePointerPart, own } from "@counterpart/server/values";
import { compareBodies } from "./operations/compare-content.ts";
import { compareParameters } from "./operations/compare-parameters.ts";
import { compareResponses } from "./operations/compare-responses.ts";
import { compareSecurity } from "./operations/compare-security.ts";
import { breakAt, type ContractChange, type Contracts, type Pair } from "./operations/contracts.ts";
import { type Spot, writtenAt } from "./operations/spot.ts";
import { pairs } from "./pairs.ts";

/**
 * Compares what the operations of two documents accept and answer, regardless of how it is written. A change
 * in a shared component is reported at each place that uses it.
 */
export function contractChanges(contracts: Contracts): ContractChange[] {
  const raw = contracts.revision.source as RawDocument;
  const seen = new Set<string>();
  return [...eachChange(contracts)]
    .map((change) => ({ ...change, pointer: writtenAt(raw, change.pointer) }))
    .filter(({ rule, place, message, pointer }) => {
      const key = JSON.stringify([rule, place, message, pointer]);
      return !seen.has(key) && seen.add(key);
    });
}

/** Whether there is any change. Stops at the first, since comparing large documents takes seconds. */
export function hasContractChanges(contracts: Contracts): boolean {
  return eachChange(contracts).next().done === false;
}

function* eachChange(contracts: Contracts): Generator<ContractChange> {
  const { base, revision } = contracts;
  for (const pair of pairs(base, revision)) yield* compareOperation(contracts, pair);
  const unmatched = { place: "Where no operation is", pointer: "#/x-unmatched" };
  yield* compareResponses(contracts, unmatched, [base.unmatched, revision.unmatched], "response");
  for (const [spot, pair] of outgoingPairs(contracts)) yield* compareOutgoing(contracts, spot, pair);
}

function compareOperation(contracts: Contracts, [before, after]: Pair<DocumentOperation>): ContractChange[] {
  const pointer = operationPointer(after);
  const spot = { place: `${before.method.toUpperCase()} ${before.path}`, pointer };
  const responses = { ...spot, pointer: `${pointer}/responses` };
  return [
    ...compareNames(spot, [before, after]),
    ...compareSecurity(contracts, spot, [before.security, after.security]),
    ...compareRateLimit(contracts, spot, [before, after]),
    ...compareParameters(contracts, spot, [before, after], "request"),
    ...compareBodies(contracts, spot, [before.requestBody, after.requestBody], "request"),
    ...compareResponses(contracts, responses, [before.responses, after.responses], "response"),
  ];
}

function compareNames(spot: Spot, [before, after]: Pair<DocumentOperation>): ContractChange[] {
  const changes: ContractChange[] = [];
  if (before.path !== after.path) {
    // Typed clients use the names.
    const message = `The path's parameters have new names: ${after.path}.`;
    changes.push(breakAt(spot, "path-parameter-renamed", message));
  }
  if (before.unknownQuery !== "refuse" && after.unknownQuery === "refuse") {
    const message = "Unknown query parameters were ignored, and are refused now.";
    changes.push(breakAt(spot, "unknown-query-refused", message));
  }
  return changes;
}

/** The API sends these requests and receives the responses, so all directions are reversed. */
function compareOutgoing(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<DocumentOperation>,
): ContractChange[] {
  const responses = { ...spot, pointer: `${spot.pointer}/responses` };
  return [
    ...compareParameters(contracts, spot, [before, after], "response"),
    ...compareBodies(contracts, spot, [before.requestBody, after.requestBody], "response"),
    ...compareResponses(contracts, responses, [before.responses, after.responses], "request"),
  ];
}

/** The webhooks and callbacks of both documents. */
function outgoingPairs({ base, revision }: Contracts): [Spot, Pair<DocumentOperation>][] {
  const raw = revision.source as RawDocument;
  const now = new Map(revision.outgoing.map((one) => [`${one.name} ${one.operation.method}`, one]));
  return base.outgoing.flatMap(({ name, operation }): [Spot, Pair<DocumentOperation>][] => {
    const same = now.get(`${name} ${operation.method}`);
    if (!same) return [];
    const { item, operation: after } = same;
    const written = operationOf(resolveIn(raw, own(raw.webhooks, item) ?? {}), after.method);
    const pointer = written ? `#/webhooks/${escapePointerPart(item)}/${after.method}` : "#";
    return [[{ place: `Webhook ${name}`, pointer }, [operation, after]]];
  });
}

function compareRateLimit(
  { base, revision }: Contracts,
  spot: Spot,
  [before, after]: Pair<DocumentOperation>,
): ContractChange[] {
  const [was, is] = [limitOf(base, before), limitOf(revision, after)];
  if (!is || (was && perSecond(is) >= perSecond(was))) return [];
  const old = was ? `${was.limit} requests in ${was.windowSeconds} s` : "unlimited";
  const message = `The rate limit went from ${old} to ${is.limit} in ${is.windowSeconds} s.`;
  return [breakAt(spot, "rate-limit-lowered", message)];
}

function limitOf({ rateLimits }: ApiDocument, { rateLimitScope }: DocumentOperation) {
  return own(rateLimits, rateLimitScope ?? "global") ?? own(rateLimits, "global");
}

function perSecond({ limit, windowSeconds }: { limit: number; windowSeconds: number }): number {
  return limit / windowSeconds;
}
