import { type ApiDocument, type DocumentOperation, parameterNames } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import type { Arbitrary } from "fast-check";
import { pathReader } from "../judge/document/find-operation.ts";
import { type Credentials, presentedFor } from "../samples/credentials.ts";
import { type Known, type KnownValues, substitute } from "../samples/known.ts";
import { lazy, satisfying } from "../samples/values/arbitraries.ts";
import { type Check, check, type Model } from "./check.ts";
import { otherMethods, unknownPaths } from "./checks/addresses.ts";
import { credentialsNeeded, foreignCallers } from "./checks/callers.ts";
import { largeIntegers } from "./checks/large-integers.ts";
import { lifeCycles } from "./checks/life-cycles.ts";
import { readLists, readsInOtherForms, repeatedReads } from "./checks/reads.ts";
import { invalidRequests, noisyRequests, unreadableBodies, validRequests } from "./checks/requests.ts";
import { type CompiledOperation, compileOperation, isChange, type Parts } from "./operation.ts";
import type { Target } from "./parties.ts";
import { buildRequest, parametersSize, pathOf, pathTexts, restOf } from "./request.ts";

/** The checks of a run, and what can't be checked. */
export interface Plan {
  checks: Check[];
  compiled: Map<string, CompiledOperation>;
  skipped: string[];
  /** Operations that can't be called because a credential is missing. */
  locked: string[];
}

/** Compiles a document into checks. */
export function plan(
  { document, owner, other, discovered, untried = [], isForeign = false }: Omit<Target, "sender">,
  models: Model[] = [],
): Plan {
  const skipped: string[] = [];
  const locked: string[] = [];
  const compiled = new Map<string, CompiledOperation>();
  for (const operation of document.operations) {
    const { operationId } = operation;
    if (untried.includes(operationId)) {
      skipped.push(`${operationId}: the target leaves it out`);
      continue;
    }
    if (!presentedFor(document, operation, owner.credentials)) {
      skipped.push(`${operationId}: there is no credential for it`);
      locked.push(operationId);
      continue;
    }
    const known: KnownValues<never> = {
      ...discovered?.knownFor(operation),
      ...(owner.known as KnownValues<never>),
    };
    const deletes = isForeign && operation.method === "delete";
    if (deletes && !isKnown(operation, known)) {
      skipped.push(`${operationId}: nothing could be created that it may delete`);
      continue;
    }
    const changes = isForeign && isChange(operation) && isKnown(operation, known);
    const one = compileOperation(document, operation, known, { onlyKnownPaths: deletes || changes });
    compiled.set(operationId, thatCanArrive(document, one, known));
  }
  const all = [...compiled.values()];
  return {
    compiled,
    skipped,
    locked,
    checks: [
      // They come first, when lists are short enough to show a new resource.
      ...(discovered ? lifeCycles(document, compiled, discovered) : []),
      ...all.flatMap((one) => [
        validRequests(one),
        ...invalidRequests(one),
        ...unreadableBodies(one, isForeign),
        ...credentialsNeeded(one, document),
        ...(other && presentedFor(document, one.operation, other.credentials) ? [foreignCallers(one)] : []),
        ...noisyRequests(one, document, isForeign),
        ...repeatedReads(one),
        ...(isForeign ? foreignChecks(one, document) : []),
      ]),
      ...(canPass(document, owner.credentials) ? otherMethods(all, document, { isForeign, discovered }) : []),
      ...unknownPaths(all, document),
      ...models.filter(({ operations }) => operations.every((id) => compiled.has(id))).map(stories),
    ],
  };
}

/** Checks whose requests only mean something to the judge of a foreign server. */
function foreignChecks(one: CompiledOperation, document: ApiDocument): Check[] {
  return [...readsInOtherForms(one), ...readLists(one, document), ...largeIntegers(one, document)];
}

/** Whether all that a path addresses is created by the run, or given by the user. */
function isKnown({ path }: DocumentOperation, known: KnownValues<never>): boolean {
  const names = parameterNames(path);
  return names.length > 0 && names.every((name) => Object.hasOwn(known, name));
}

/**
 * Whether the known credentials satisfy the document's own requirements, for requests without an operation.
 */
function canPass(document: ApiDocument, credentials: Credentials): boolean {
  return presentedFor(document, { security: document.security ?? [] }, credentials) !== undefined;
}

/** The longest URL that every server should accept (RFC 9110, section 4.1); here it includes the headers. */
const maxHeadBytes = 8000;

/**
 * Excludes requests that wouldn't arrive as intended: path values that match another operation or read back
 * differently, and parameters that are too long in total.
 */
function thatCanArrive(
  document: ApiDocument,
  compiled: CompiledOperation,
  known: KnownValues<never>,
): CompiledOperation {
  const { operation } = compiled;
  if (compiled.parameters.length === 0) return compiled;
  const read = pathReader(document);
  const sample = ({ name, label }: Known) => own(known, name)?.find((one) => one.label === label)?.sample;
  const arrives = (parts: Parts) => {
    if (parametersSize(compiled, parts, sample) > maxHeadBytes) return false;
    const found = read(operation.method, pathOf(operation, compiled, parts, sample), () =>
      restOf(buildRequest(compiled, substitute({ parameters: parts.parameters }, sample) as Parts, [])),
    );
    if (found?.operation !== operation) return false;
    const texts = pathTexts(compiled, parts, sample);
    return Object.entries(texts).every(
      ([name, text]) => own(found.parameters, name) === decodeURIComponent(text),
    );
  };
  const only = (arbitrary: Arbitrary<Parts>, what: string) =>
    lazy(() => satisfying(arbitrary, arrives, `the path ${operation.path}${what}`));
  return {
    ...compiled,
    valid: only(compiled.valid, ""),
    negatives: compiled.negatives.map((negative) => ({
      ...negative,
      arbitrary: only(negative.arbitrary, ` with a broken ${negative.keyword}`),
    })),
  };
}

/** Sequences of requests agree with a model of the server. */
function stories({ name, operations, weight, commands, run }: Model): Check {
  return check({ name: `story: ${name}`, operations, weight, arbitrary: commands, run });
}
