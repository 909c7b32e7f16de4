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
import {
  breakAt,
  type ContractChange,
  type Contracts,
  type Pair,
  type Site,
} from "./operations/contracts.ts";
import { type Spot, within, writtenAt } from "./operations/spot.ts";
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
  const unmatched: Spot = { place: "Where no operation is", pointer: "#/x-unmatched" };
  const answered: Site = { ...contracts, ...unmatched, direction: "response" };
  yield* compareResponses(answered, [base.unmatched, revision.unmatched]);
  for (const [spot, pair] of outgoingPairs(contracts))
    yield* compareMessages({ ...contracts, ...spot, direction: "response" }, pair);
}

function compareOperation(contracts: Contracts, [before, after]: Pair<DocumentOperation>): ContractChange[] {
  const place = `${before.method.toUpperCase()} ${before.path}`;
  const site: Site = { ...contracts, place, pointer: operationPointer(after), direction: "request" };
  return [
    ...compareNames(site, [before, after]),
    ...compareSecurity(site, [before.security, after.security]),
    ...compareRateLimit(site, [before, after]),
    ...compareMessages(site, [before, after]),
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

/** The request, in the site's direction, and the responses in the other one: the API sends a webhook. */
function compareMessages(site: Site, [before, after]: Pair<DocumentOperation>): ContractChange[] {
  const direction = site.direction === "request" ? "response" : "request";
  const responses = { ...within(site, "", "responses"), direction } as const;
  return [
    ...compareParameters(site, [before, after]),
    ...compareBodies(site, [before.requestBody, after.requestBody]),
    ...compareResponses(responses, [before.responses, after.responses]),
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

function compareRateLimit(site: Site, [before, after]: Pair<DocumentOperation>): ContractChange[] {
  const [was, is] = [limitOf(site.base, before), limitOf(site.revision, after)];
  if (!is || (was && perSecond(is) >= perSecond(was))) return [];
  const old = was ? `${was.limit} requests in ${was.windowSeconds} s` : "unlimited";
  const message = `The rate limit went from ${old} to ${is.limit} in ${is.windowSeconds} s.`;
  return [breakAt(site, "rate-limit-lowered", message)];
}

function limitOf({ rateLimits }: ApiDocument, { rateLimitScope }: DocumentOperation) {
  return own(rateLimits, rateLimitScope ?? "global") ?? own(rateLimits, "global");
}

function perSecond({ limit, windowSeconds }: { limit: number; windowSeconds: number }): number {
  return limit / windowSeconds;
}
