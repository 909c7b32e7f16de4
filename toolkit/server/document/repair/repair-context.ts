import type { Finding, Severity } from "../findings/finding.ts";
import type { RawDocument } from "../references.ts";
import { isObject, type Kind, type Place, pointerOf } from "../walk.ts";
import { type ReferenceFault, referenceFaults } from "./follow-reference.ts";
import { endlessProperties } from "./schemas/endless-schemas.ts";

/**
 * Reports something about a member.
 * @param at the place, and the keys that lead from it to the member
 */
type Report = (at: [place: Place, ...keys: string[]], message: string) => void;

/**
 * Members that repairs have moved. Maps an object's pointer in the original document to its members' names,
 * and each name to the keys of the new place, relative to the object.
 */
export type MovedMembers = Map<string, Map<string, string[]>>;

/** What the repair functions know about the document, and where they report their changes. */
export interface Repair {
  /** The original document. */
  raw: RawDocument;
  /** Whether it is OpenAPI 3.0, which has its own schema keywords. */
  is30: boolean;
  notes: Finding[];
  warn: Report;
  inform: Report;
  moved: MovedMembers;
  faultOf: ReferenceFault;
  /** Required properties that no value could have, by the pointer of the schema that requires them. */
  endless: Map<string, Set<string>>;
}

export function createRepair(raw: RawDocument): Repair {
  const notes: Finding[] = [];
  const reporter =
    (severity: Severity): Report =>
    ([place, ...keys], message) => {
      let at = place;
      for (const key of keys) at = { key, within: at };
      notes.push({ severity, pointer: pointerOf(at), message });
    };
  return {
    raw,
    is30: /^3\.0(\.|$)/.test(raw.openapi),
    notes,
    warn: reporter("warning"),
    inform: reporter("info"),
    moved: new Map(),
    faultOf: referenceFaults(raw),
    endless: endlessProperties(raw),
  };
}

/** Whether a node is a reference that can't be resolved, or that leads to another kind. Both are reported elsewhere. */
export function isBroken(node: unknown, kind: Kind, { faultOf }: Repair): boolean {
  return isObject(node) && typeof node.$ref === "string" && faultOf(node.$ref, kind) !== undefined;
}

/** A value as shown in messages, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The first value that a list has more than once. */
export function firstRepeated(list: unknown): unknown {
  return Array.isArray(list) ? list.find((one, index) => list.indexOf(one) < index) : undefined;
}
