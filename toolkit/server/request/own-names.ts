import type { ApiDocument, Parameter } from "../document/document.ts";
import { otherProperties } from "../document/schemas/other-properties.ts";
import { type SchemaSummary, summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { styleOf } from "../document/value-style.ts";

/** The names in a query or form that belong to a parameter. */
export interface OwnNames {
  name: string;
  has: (name: string) => boolean;
  /** Also matches the name with undocumented brackets, which no free-form object accepts. */
  resembles: (name: string) => boolean;
  /** Whether it accepts every name that belongs to no other parameter. */
  isOpen: boolean;
}

export function ownNames(document: ApiDocument, parameter: Parameter): OwnNames {
  const { has, isOpen } = namesOf(document, parameter);
  const { name } = parameter;
  return { name, has, isOpen, resembles: (one) => has(one) || one.replace(/\[.*$/s, "") === name };
}

/**
 * Matches names that share this prefix but belong to others: `filter[id]`, next to the deepObject `filter`.
 */
export function isOfInner(name: string, others: OwnNames[]): (one: string) => boolean {
  const inner = others.filter((other) => other.name.startsWith(`${name}[`));
  return (one) => inner.some((other) => other.has(one));
}

function namesOf(document: ApiDocument, parameter: Parameter): Pick<OwnNames, "has" | "isOpen"> {
  const { name, schema, content, isWholeQuery } = parameter;
  if (isWholeQuery) return { has: () => false, isOpen: true };
  const { style, explode } = styleOf(parameter);
  const summary = summarizeSchema(document, schema);
  const isList = summary.types.has("array");
  if (!content && style === "deepObject") {
    const isAlsoPlain = takesPlainValue(summary);
    return { has: (one) => one.startsWith(`${name}[`) || (isAlsoPlain && one === name), isOpen: false };
  }
  if (!content && explode && summary.types.has("object") && !isList) {
    const members = new Set(Object.keys(summary.properties));
    return {
      has: (one) => members.has(one) || members.has(one.replace(/\[.*$/s, "")),
      isOpen: otherProperties(schema) !== false,
    };
  }
  return { has: (one) => one === name || (isList && one === `${name}[]`), isOpen: false };
}

/** Whether a value can be a list or text rather than an object. */
export function takesPlainValue({ types }: SchemaSummary): boolean {
  return [...types].some((type) => type !== "object" && type !== "null");
}
