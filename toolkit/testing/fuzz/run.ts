import { hash } from "node:crypto";
import type { ApiDocument } from "@counterpart/server/document";
import fc from "fast-check";
import { operationFinder } from "../judge/document/find-operation.ts";
import { noRequestText } from "../samples/example-request.ts";
import { Unreachable } from "../samples/values/arbitraries.ts";
import type { Check, Model } from "./check.ts";
import type { Exchange } from "./http.ts";
import { createNotes, type Note } from "./notes.ts";
import type { Target } from "./parties.ts";
import { type Plan, plan } from "./plan.ts";
import { type Oracle, Violation } from "./report/violation.ts";
import { restOf } from "./request.ts";
import { NothingCreated, type Session, sessions } from "./session.ts";
import { type Unlisted, unlistedAnswers } from "./unlisted.ts";

export interface RunOptions {
  runs: number;
  seed: number;
  /** Runs only the checks of this operation. */
  operation?: string;
  /** Runs only the check of this name; with `path`, only this case, as given in a report. */
  check?: string;
  path?: string;
  /** The run stops after this many failures. */
  maxFailures?: number;
  onProgress?: (runs: number, failures: number) => void;
}

export interface Failure {
  check: string;
  operations: string[];
  oracle: Oracle;
  message: string;
  /** Other checks that found the same fault. */
  alsoFoundBy: string[];
  /** The smallest case found, as data. */
  value: unknown;
  /** Its requests; the last one failed. */
  exchanges: Exchange[];
  /** Replays the case, together with the run's seed. */
  path: string;
  shrinks: number;
}

interface FoundFailure extends Failure {
  kind: string | undefined;
}

export interface Outcome {
  seed: number;
  runs: number;
  checks: number;
  ms: number;
  failures: Failure[];
  /** How often each operation answered each status, as `getCart 404`; `- 404` where no operation matches. */
  answers: Record<string, number>;
  /** Undocumented statuses that frameworks answer automatically, with their operations. */
  unlisted: Unlisted;
  /** Answers of a foreign server's framework that don't fit the document, one for each kind. */
  notes: Note[];
  /** The operations for which the mock has no conforming response. */
  nonconforming: string[];
  /** The skipped checks and why: `operation: reason`, or a sentence. */
  skipped: string[];
}

/** There is nothing to check: no such operation or check, or no credential for any operation. */
export class NothingToCheck extends Error {}

/** Limits of shrinking a failure. */
const maxShrinks = 400;
const longestShrinkMs = 15_000;

export type Fuzzer = ReturnType<typeof createFuzzer>;

/** Compiles a document into checks of a server. */
export function createFuzzer(target: Target, models: Model[] = []) {
  const made = plan(target, models);
  const open = sessions(target, (operationId) => made.compiled.get(operationId));
  return {
    plan: made,
    /** Runs the checks, or some of them. Failures are returned, not thrown. */
    run: (options: RunOptions) => run(target.document, made, open, options),
  };
}

async function run(
  document: ApiDocument,
  plan: Plan,
  open: () => Session,
  options: RunOptions,
): Promise<Outcome> {
  const startedAt = performance.now();
  const wanted = chosen(plan, options);
  if (wanted.length === 0 && (isNarrowed(options) || plan.locked.length > 0))
    throw new NothingToCheck(
      "There is nothing to check: the document has no such operation or check, or a credential for it is missing.",
    );
  const shares = allot(wanted, options);
  const failures: Failure[] = [];
  const answers: Record<string, number> = {};
  const nonconforming = new Set<string>();
  const notes = createNotes();
  let runs = 0;
  const opened = (): Session => {
    const session = open();
    session.onAnswer = (operationId, status) => {
      const key = `${operationId} ${status}`;
      answers[key] = (answers[key] ?? 0) + 1;
    };
    session.onNonconforming = (operationId) => void nonconforming.add(operationId);
    session.onNote = notes.add;
    return session;
  };
  const find = operationFinder(document);
  const byFault = new Map<string, Failure>();
  const add = ({ kind, ...failure }: FoundFailure) => {
    const { request, answer } = failure.exchanges.at(-1) ?? {};
    const operation = request && find(request.method, request.path, () => restOf(request));
    const place = `${operation?.operationId ?? failure.check} ${answer?.status}`;
    const fault = kind ?? `${failure.oracle}: ${place}: ${failure.message}`;
    const same = byFault.get(fault);
    if (same) same.alsoFoundBy.push(failure.check);
    else {
      byFault.set(fault, failure);
      failures.push(failure);
    }
  };
  const skipped = new Set(plan.skipped);
  let checks = 0;
  // Unused runs of a check are passed on to the next one.
  let spare = 0;
  for (const [check, share] of shares) {
    if (share + spare === 0 || failures.length >= (options.maxFailures ?? Infinity)) continue;
    try {
      const failure = await runCheck(check, { ...options, runs: share + spare }, opened, () => {
        runs++;
        options.onProgress?.(runs, failures.length);
      });
      if (failure) add(failure);
      spare = 0;
      checks++;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (check.isRequired) failures.push(withoutRequest(check, error));
      // What keeps an operation from any request is listed once, below.
      else if (!check.operations.some((id) => plan.compiled.get(id)?.skipped.has(error.message)))
        skipped.add(`${check.name}: ${error.message}`);
      spare += share;
    }
  }
  const left = shares.filter(([, share]) => share === 0).length;
  if (left > 0) skipped.add(`${left} checks had no run. Use at least as many --runs as there are checks.`);
  for (const [operationId, { skipped: parts }] of plan.compiled) {
    for (const part of parts) skipped.add(`${operationId}: ${part}`);
  }
  if (isNarrowed(options) && checks + failures.length === 0)
    throw new NothingToCheck(`There is nothing to check: ${[...skipped].join("; ")}.`);
  return {
    seed: options.seed,
    runs,
    checks,
    ms: Math.round(performance.now() - startedAt),
    failures,
    answers: Object.fromEntries(Object.entries(answers).sort()),
    unlisted: unlistedAnswers(document, answers),
    notes: notes.list(),
    nonconforming: [...nonconforming].sort(),
    skipped: [...skipped],
  };
}

function isNarrowed({ operation, check }: RunOptions): boolean {
  return operation !== undefined || check !== undefined;
}

/** An operation without a valid request isn't tested at all, which is a failure. */
function withoutRequest({ name, operations }: Check, { message }: Unreachable): Failure {
  return {
    check: name,
    operations,
    oracle: "no request",
    message: noRequestText(message),
    alsoFoundBy: [],
    value: undefined,
    exchanges: [],
    path: "",
    shrinks: 0,
  };
}

function chosen({ checks }: Plan, { operation, check }: RunOptions): Check[] {
  return checks.filter(
    ({ name, operations }) =>
      (operation === undefined || operations.includes(operation)) && (check === undefined || name === check),
  );
}

/** Distributes the runs by weight; with fewer runs than checks, the seed decides which checks get none. */
function allot(checks: Check[], { runs, seed, path }: RunOptions): [Check, number][] {
  if (checks.length === 0) return [];
  if (path !== undefined) return checks.map((check) => [check, runs]);
  const total = checks.reduce((sum, { weight }) => sum + weight, 0);
  const shares = checks.map((check): [Check, number] => [check, Math.floor((runs * check.weight) / total)]);
  let left = runs - shares.reduce((sum, [, share]) => sum + share, 0);
  const emptiestFirst = shares
    .map((share, index) => ({ share, order: share[1] * 2 ** 32 + seedOf(seed, `allot ${index}`) }))
    .sort((one, two) => one.order - two.order);
  for (let n = 0; left > 0; n++, left--) {
    const next = emptiestFirst[n % emptiestFirst.length];
    if (next) next.share[1]++;
  }
  return shares;
}

/** Each check has its own seed, so that its cases don't depend on which others run. */
function seedOf(seed: number, name: string): number {
  return Number.parseInt(hash("sha256", `${seed} ${name}`, "hex").slice(0, 8), 16);
}

async function runCheck(
  check: Check,
  { runs, seed, path }: RunOptions,
  open: () => Session,
  onRun: () => void,
): Promise<FoundFailure | undefined> {
  let found: { violation: Violation; session: Session } | undefined;
  let shrinksLeft = maxShrinks;
  let deadline = Infinity;
  const property = fc.asyncProperty(check.arbitrary, async (value) => {
    if (!found) onRun();
    else if (shrinksLeft-- <= 0 || performance.now() > deadline) return;
    const session = open();
    try {
      await check.run(value, session);
    } catch (error) {
      if (error instanceof NothingCreated) return;
      if (!(error instanceof Violation)) throw error;
      // Shrinking must not switch to a different fault.
      if (found && found.violation.oracle !== error.oracle) return;
      if (!found) deadline = performance.now() + longestShrinkMs;
      found = { violation: error, session };
      throw error;
    }
  });
  const details = await fc.check(property, {
    seed: seedOf(seed, check.name),
    numRuns: runs,
    ...(path !== undefined && { path, endOnFailure: true }),
  });
  if (!details.failed) return undefined;
  if (!found)
    throw (
      details.errorInstance ?? new Error(`${check.name} can't be run: too many of its cases were skipped.`)
    );
  return {
    check: check.name,
    operations: check.operations,
    oracle: found.violation.oracle,
    message: found.violation.message,
    kind: found.violation.kind,
    alsoFoundBy: [],
    value: details.counterexample?.[0],
    exchanges: found.session.exchanges,
    path: details.counterexamplePath ?? "",
    shrinks: details.numShrinks,
  };
}
