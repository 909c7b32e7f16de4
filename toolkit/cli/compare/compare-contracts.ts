import { isDeepStrictEqual } from "node:util";
import {
  type ApiDocument,
  type DocumentOperation,
  errorCodeNames,
  type RawDocument,
  withOperation,
} from "@counterpart/server/document";
import type { Locate } from "@counterpart/server/findings";
import { pointerParts } from "@counterpart/server/values";
import {
  type AcceptedBreak,
  type ListedChange,
  type Weighed,
  weighFindings,
} from "./accepted/accepted-breaks.ts";
import { changedParts } from "./changed-parts.ts";
import type { BreakRule } from "./client-actions.ts";
import { contractChanges, hasContractChanges } from "./contract-changes.ts";
import { groupedChanges } from "./grouped-changes.ts";
import { keepsScheme } from "./operations/compare-security.ts";
import { type ContractChange, contractsOf, reversed } from "./operations/contracts.ts";
import { keepsServer } from "./operations/keeps-server.ts";
import { pairKey } from "./pairs.ts";
import { type Change, type Impact, placeInWords, redoclyDiff, unmatchedPath } from "./redocly-diff.ts";
import { deprecationFaults, hasEnded, removalFault } from "./sunset.ts";
import { versionFault } from "./version.ts";

/** How a document affects the clients of a released one. */
export interface Comparison {
  released: string;
  current: string;
  /**
   * Whether the released version is below 1.0, where clients must expect any change: `breaking` doesn't fail.
   */
  preliminary: boolean;
  breaking: ListedChange[];
  /** Breaking changes that an entry in the list of accepted breaks covers. */
  accepted: Weighed["accepted"];
  /** Changes that may surprise clients, such as new enum values in responses, and undecided ones. */
  warnings: ListedChange[];
  /** Breaking changes that are allowed: removals after an announced sunset, and new error codes. */
  allowed: ListedChange[];
  /** How many changes require each part of the version to rise. A change with several places counts once. */
  changes: Record<Impact, number>;
  /** The part of the version that must rise; undefined when nothing has changed. */
  bump?: Impact;
  /** Sentences about deprecations and the version. */
  faults: string[];
  passed: boolean;
}

/**
 * Compares a document with the released one.
 * @param locate finds where the document is written
 */
export async function compareContracts(
  base: ApiDocument,
  revision: ApiDocument,
  today: string,
  { entries = [], locate }: { entries?: AcceptedBreak[]; locate?: Locate | undefined } = {},
): Promise<Comparison> {
  const kept = new Set(revision.operations.map(pairKey));
  const removed = base.operations.filter((operation) => !kept.has(pairKey(operation)));
  const ended = removed.filter((operation) => hasEnded(operation, today));

  // Redocly works in another process meanwhile.
  const rated = changesBetween(comparable(base, kept), comparable(revision, kept));
  const contracts = contractsOf(base, revision);
  const own = contractChanges(contracts);
  const changes = await rated;
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
      .map((operation) => removal(operation, removalFault(operation, today))),
    ...changes.flatMap((change) => findingsOf(change, { base, revision }, locate)),
    ...own.filter(({ severity }) => severity === "error").map(listed),
  ];
  const { breaking, accepted, faults: entryFaults } = weighFindings(findings, entries, today);
  const allowed = [
    ...ended.map((operation) => removal(operation, `Its end was ${operation.sunset}.`)),
    ...codes.map(listed),
  ];
  // If nothing narrowed, the document accepts more, or expresses the same differently.
  const compared = changes.filter(
    ({ impact, path }) =>
      (impact === "minor" && isCompared(path)) || (impact === "major" && findings.length === 0),
  );
  const widens = compared.length > 0 && hasContractChanges(reversed(contracts));
  const others = (wanted: Impact) =>
    changes.filter((change) => change.impact === wanted && !compared.includes(change)).length;
  const counts = {
    major: groupedChanges(breaking).length,
    minor:
      others("minor") +
      groupedChanges(allowed).length +
      groupedChanges(warnings).length +
      (widens ? compared.length : 0),
    patch: others("patch") + (widens ? 0 : compared.length),
  };
  const preliminary = base.info.version.startsWith("0.");
  const differs = !isDeepStrictEqual(withoutVersion(sourceOf(base)), withoutVersion(sourceOf(revision)));
  const bump = bumpOf(
    versionCounts(counts, { accepted: groupedChanges(accepted).length, preliminary }),
    differs,
  );
  const versions = { released: base.info.version, current: revision.info.version };
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

/** An accepted break counts as an addition, and so does every break before 1.0 (semver.org, 4). */
function versionCounts(
  { major, minor, patch }: Record<Impact, number>,
  { accepted, preliminary }: { accepted: number; preliminary: boolean },
): Record<Impact, number> {
  return { major: preliminary ? 0 : major, minor: minor + accepted + (preliminary ? major : 0), patch };
}

/** Every difference except the version. */
async function changesBetween(base: RawDocument, revision: RawDocument): Promise<Change[]> {
  if (isDeepStrictEqual(withoutVersion(base), withoutVersion(revision))) return [];
  const changes = await redoclyDiff(...changedParts(base, revision));
  return changes.filter(({ typeName, property }) => !(typeName === "Info" && property === "version"));
}

/** The document without the operations that only it has, and with `x-unmatched` as an operation. */
function comparable(document: ApiDocument, kept: Set<string>): RawDocument {
  const raw = sourceOf(document);
  const paths = { ...raw.paths };
  for (const { method, path } of document.operations) {
    if (kept.has(pairKey({ method, path }))) continue;
    paths[path] = withOperation(paths[path], method, undefined);
  }
  // Drop paths that have only shared parameters left.
  for (const [path, item] of Object.entries(paths)) {
    const { parameters: _, ...own } = item;
    if (Object.keys(own).length === 0) delete paths[path];
  }
  const unmatched = raw["x-unmatched"];
  if (unmatched) paths[unmatchedPath] = { get: { operationId: "x-unmatched", responses: unmatched } };
  return { ...raw, paths };
}

/** Rules that Redocly judges better. Our own comparison covers what operations accept and answer. */
const ratedByRedocly: ReadonlySet<string> = new Set<BreakRule>([
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

/** Whether only a name or a text changed: of a security scheme, or of a server with the same address. */
function isAnotherWording(rule: string, { base: written }: Change, { base, revision }: Documents): boolean {
  if (rule === "server-removed") return keepsServer(sourceOf(base), sourceOf(revision), written?.pointer);
  const [, , name = ""] = pointerParts(written?.pointer ?? "#/");
  return rule === "security-scheme-changed" && keepsScheme({ base, revision }, name);
}

interface Documents {
  base: ApiDocument;
  revision: ApiDocument;
}

/** Whether our own comparison covers this place, by what it accepts. */
function isCompared(path: string): boolean {
  return /^#\/(paths|webhooks)\/[^/]+\/(parameters|[^/]+\/(parameters|requestBody|responses))(\/|$)/.test(
    path,
  );
}

function removal({ method, path, operationId }: DocumentOperation, reason: string): ListedChange {
  const place = `${method.toUpperCase()} ${path}`;
  return { rule: "operation-removed", place, message: `${operationId} was removed. ${reason}` };
}

function placeIn(locate: Locate, pointer: string): Pick<ListedChange, "file" | "line"> {
  const { file, line } = locate(pointer);
  return { ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
}

/**
 * Clients fall back to the status for an unknown error code, so codes may be added. Applies to the enums of
 * `x-error-schema`, in every response except successes.
 */
function addsErrorCode({ newValue }: ContractChange, document: ApiDocument): boolean {
  return (
    newValue !== undefined &&
    !newValue.status.startsWith("2") &&
    errorCodeNames(document).includes(newValue.property)
  );
}

/** Extensions aren't rated, but a document that differs only in them is still a new version. */
function bumpOf({ major, minor, patch }: Record<Impact, number>, differs: boolean): Impact | undefined {
  if (major > 0) return "major";
  if (minor > 0) return "minor";
  return patch > 0 || differs ? "patch" : undefined;
}

function sourceOf({ source }: ApiDocument): RawDocument {
  return source as RawDocument;
}

function withoutVersion({ info, ...rest }: RawDocument): unknown {
  const { version: _, ...others } = info ?? {};
  return { ...rest, info: others };
}
