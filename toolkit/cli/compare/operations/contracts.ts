import type { ApiDocument, RawDocument, Schema } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import type { BreakRule } from "../client-actions.ts";
import { type CompareSchemas, createCompareSchemas } from "../schemas/compare-schemas.ts";
import { type Direction, pieceOf } from "../schemas/piece.ts";
import { findUnchanged, type Unchanged } from "../schemas/unchanged.ts";
import type { Spot } from "./spot.ts";

/** The two documents, and the functions that compare their schemas. */
export interface Contracts {
  base: ApiDocument;
  revision: ApiDocument;
  unchanged: Unchanged;
  schemas: Record<Direction, CompareSchemas>;
}

export function contractsOf(base: ApiDocument, revision: ApiDocument): Contracts {
  return contractsWith(findUnchanged(rootOf(base), rootOf(revision)), base, revision);
}

/** The documents in the other order. What is unchanged stays the same. */
export function reversed({ unchanged, base, revision }: Contracts): Contracts {
  return contractsWith(unchanged, revision, base);
}

function contractsWith(unchanged: Unchanged, base: ApiDocument, revision: ApiDocument): Contracts {
  const schemas = {
    request: createCompareSchemas("request", unchanged),
    response: createCompareSchemas("response", unchanged),
  };
  return { base, revision, unchanged, schemas };
}

function rootOf({ root }: ApiDocument): RawDocument {
  return root as unknown as RawDocument;
}

/** A part to compare, and which way its values go: in a webhook, the API sends the request. */
export interface Site extends Contracts, Spot {
  direction: Direction;
}

/** Something before and after. */
export type Pair<T> = [before: T, after: T];

/** A change that breaks clients (an error) or may surprise them (a warning). */
export interface ContractChange extends Finding {
  rule: string;
  place: string;
  pointer: string;
  /** For a new enum value: the status of the response and the property that has it. */
  newValue?: { status: string; property: string };
}

export function breakAt({ place, pointer }: Spot, rule: BreakRule, message: string): ContractChange {
  return { rule, place, pointer, message, severity: "error" };
}

export function warningAt({ place, pointer }: Spot, rule: string, message: string): ContractChange {
  return { rule, place, pointer, message, severity: "warning" };
}

export function schemaChanges(
  { base, revision, schemas, place, pointer, direction }: Site,
  [before, after]: Pair<Schema | boolean>,
): ContractChange[] {
  const findings = schemas[direction](pieceOf(before, pointer, base), pieceOf(after, pointer, revision));
  return findings.map(({ words, isUndecided, severity, ...finding }) => ({
    ...finding,
    place: [place, ...words].join(", "),
    severity: isUndecided ? "warning" : severity,
  }));
}
