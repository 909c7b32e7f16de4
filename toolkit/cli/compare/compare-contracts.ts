import { isDeepStrictEqual } from "node:util";
import type { ApiDocument, RawDocument } from "@counterpart/server/document/document";
import { errorCodeNames } from "@counterpart/server/document/error-codes";
import type { Locate } from "@counterpart/server/document/findings/locate";
import { withOperation } from "@counterpart/server/document/path-item";
import { readDocument } from "@counterpart/server/document/read-document";
import { pointerParts } from "@counterpart/server/document/references";
import {
  type AcceptedBreak,
  type ListedChange,
  type Weighed,
  weighFindings,
} from "./accepted/accepted-breaks.ts";
import { contractChanges } from "./contract-changes.ts";
import { keepsScheme } from "./operations/compare-security.ts";
import type { ContractChange } from "./operations/contracts.ts";
import { keepsServer } from "./operations/keeps-server.ts";
import { pairKey } from "./pairs.ts";
import { placeInWords, unmatchedPath } from "./place-in-words.ts";
import { type Change, type Impact, redoclyDiff } from "./redocly-diff.ts";
import { deprecationFaults, hasEnded, removalFault } from "./sunset.ts";
import { versionFault } from "./version.ts";

/** What a document does to the clients of a released one. */
export interface Comparison {
  released: string;
  current: string;
  /** Whether the released version is below 1.0, with which clients must expect anything: then `breaking` doesn't fail. */
  preliminary: boolean;
  breaking: ListedChange[];
  /** What would break clients, and somebody has accepted. */
  accepted: Weighed["accepted"];
  /** What may surprise clients, such as values in answers that no enum listed, and what couldn't be decided. */
  warnings: ListedChange[];
  /** What is allowed although it would break clients otherwise: promised ends, and further error codes. */
  allowed: string[];
  /** What has changed, by the part of the version that it asks for. */
  changes: Record<Impact, number>;
  /** The part of the version that must rise; undefined when nothing has changed. */
  bump?: Impact;
  /** Sentences about deprecations and the version. */
  faults: string[];
  passed: boolean;
}

/**
 * Holds a document against the released one. Both are bundles.
 * @param locate finds where the document is written
 */
export async function compareContracts(
  released: RawDocument,
  current: RawDocument,
  today: string,
  { entries = [], locate }: { entries?: AcceptedBreak[]; locate?: Locate | undefined } = {},
): Promise<Comparison> {
  const [base, revision] = [readDocument(released), readDocument(current)];
  const kept = new Set(revision.operations.map(pairKey));
  const removed = base.operations.filter((operation) => !kept.has(pairKey(operation)));
  const ended = removed.filter((operation) => hasEnded(operation, today));

  const changes = await changesBetween(comparable(released, kept), comparable(current, kept));
  const own = contractChanges(base, revision);
  const codes = own.filter((change) => addsErrorCode(change, base));
  const warnings = own.filter((change) => change.severity === "warning" && !codes.includes(change));
  const listed = ({ rule, place, message, pointer }: ContractChange): ListedChange => ({
    rule,
    place,
    message,
    pointer,
    ...(locate && placeIn(locate, pointer)),
  });
  const findings = [
    ...removed
      .filter((operation) => !ended.includes(operation))
      .map((operation) => ({
        rule: "operation-removed",
        place: `${operation.method.toUpperCase()} ${operation.path}`,
        message: `${operation.operationId} was removed. ${removalFault(operation, today)}`,
      })),
    ...changes.flatMap((change) => findingsOf(change, { base, revision }, locate)),
    ...own.filter(({ severity }) => severity === "error").map(listed),
  ];
  const { breaking, accepted, faults: entryFaults } = weighFindings(findings, entries, today);
  const allowed = [
    ...ended.map(({ operationId, sunset }) => `${operationId} was removed; its end was ${sunset}.`),
    ...codes.map(({ place, message }) => `${place}: ${message}`),
  ];
  // Where no less is accepted than before, either more is accepted, or the same is written in another way.
  const compared = changes.filter(
    ({ impact, path }) =>
      (impact === "minor" && isCompared(path)) || (impact === "major" && findings.length === 0),
  );
  const widens = compared.length > 0 && contractChanges(revision, base).length > 0;
  const others = (wanted: Impact) =>
    changes.filter((change) => change.impact === wanted && !compared.includes(change)).length;
  const counts = {
    major: breaking.length,
    minor: others("minor") + allowed.length + warnings.length + (widens ? compared.length : 0),
    patch: others("patch") + (widens ? 0 : compared.length),
  };
  const preliminary = String(released.info?.version).startsWith("0.");
  const differs = !isDeepStrictEqual(withoutVersion(released), withoutVersion(current));
  const bump = bumpOf(versionCounts(counts, { accepted: accepted.length, preliminary }), differs);
  const versions = { released: String(released.info?.version), current: String(current.info?.version) };
  const fault = breaking.length > 0 ? undefined : versionFault(versions, bump);
  const faults = [
    ...deprecationFaults(base, revision),
    ...entryFaults,
    ...(fault === undefined ? [] : [fault]),
  ];
  return {
    ...versions,
    preliminary,
    breaking,
    accepted,
    warnings: warnings.map(listed),
    allowed,
    changes: counts,
    ...(bump && { bump }),
    faults,
    passed: (breaking.length === 0 || preliminary) && faults.length === 0,
  };
}

/** An accepted break counts as an addition; before 1.0 every break does (semver.org, 4). */
function versionCounts(
  { major, minor, patch }: Record<Impact, number>,
  { accepted, preliminary }: { accepted: number; preliminary: boolean },
): Record<Impact, number> {
  return { major: preliminary ? 0 : major, minor: minor + accepted + (preliminary ? major : 0), patch };
}

/** Every difference but that of the version. */
async function changesBetween(base: RawDocument, revision: RawDocument): Promise<Change[]> {
  if (isDeepStrictEqual(withoutVersion(base), withoutVersion(revision))) return [];
  const changes = await redoclyDiff(base, revision);
  return changes.filter(({ typeName, property }) => !(typeName === "Info" && property === "version"));
}

/** A document without the operations that the other one doesn't have, and with `x-unmatched` as an operation. */
function comparable(raw: RawDocument, kept: Set<string>): RawDocument {
  const copy = structuredClone(raw);
  for (const { method, path } of readDocument(raw).operations) {
    if (kept.has(pairKey({ method, path }))) continue;
    copy.paths[path] = withOperation(copy.paths[path], method, undefined);
  }
  // A path without operations still has what concerns them all, such as its parameters.
  for (const [path, item] of Object.entries(copy.paths)) {
    const { parameters: _, ...own } = item;
    if (Object.keys(own).length === 0) delete copy.paths[path];
  }
  if (copy["x-unmatched"]) {
    copy.paths[unmatchedPath] = { get: { operationId: "x-unmatched", responses: copy["x-unmatched"] } };
  }
  return copy;
}

/** What Redocly knows more about. What operations accept and answer is compared as it is understood. */
const ratedByRedocly = new Set([
  "operation-id-changed",
  "operation-removed",
  "path-removed",
  "security-scheme-changed",
  "server-removed",
]);

function findingsOf(change: Change, documents: Documents, locate?: Locate): ListedChange[] {
  const { path, verdicts, base, revision } = change;
  const pointer = (revision ?? base)?.pointer;
  return verdicts
    .filter(({ impact, ruleId }) => impact === "major" && ratedByRedocly.has(ruleId))
    .filter(({ ruleId }) => !isAnotherWording(ruleId, change, documents))
    .map(({ ruleId, message }) => ({
      rule: ruleId,
      place: placeInWords(path),
      message,
      ...(pointer !== undefined && { pointer }),
      ...(revision && locate && placeIn(locate, revision.pointer)),
    }));
}

/** A security scheme of another name asks for the same, and a server with other words is at the same address. */
function isAnotherWording(rule: string, { base: written }: Change, { base, revision }: Documents): boolean {
  if (rule === "server-removed")
    return keepsServer(base.source as RawDocument, revision.source as RawDocument, written?.pointer);
  const [, , name = ""] = pointerParts(written?.pointer ?? "#/");
  return rule === "security-scheme-changed" && keepsScheme({ base, revision }, name);
}

interface Documents {
  base: ApiDocument;
  revision: ApiDocument;
}

/** Whether a place is one of those that are compared by what they accept. */
function isCompared(path: string): boolean {
  return /^#\/(paths|webhooks)\/[^/]+\/(parameters|[^/]+\/(parameters|requestBody|responses))(\/|$)/.test(
    path,
  );
}

function placeIn(locate: Locate, pointer: string): Pick<ListedChange, "file" | "line"> {
  const { file, line } = locate(pointer);
  return { ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
}

/**
 * A client treats an error code that it doesn't know like its status, so that codes can be added. That goes for what
 * `x-error-schema` has an enum for, in any answer that isn't a success.
 */
function addsErrorCode({ newValue }: ContractChange, document: ApiDocument): boolean {
  return (
    newValue !== undefined &&
    !newValue.status.startsWith("2") &&
    errorCodeNames(document).includes(newValue.property)
  );
}

/** Extensions have no rating of their own; a document that differs in them alone is another one all the same. */
function bumpOf({ major, minor, patch }: Record<Impact, number>, differs: boolean): Impact | undefined {
  if (major > 0) return "major";
  if (minor > 0) return "minor";
  return patch > 0 || differs ? "patch" : undefined;
}

function withoutVersion({ info, ...rest }: RawDocument): unknown {
  const { version: _, ...others } = info ?? {};
  return { ...rest, info: others };
}
