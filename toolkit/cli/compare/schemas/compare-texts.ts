import { textFormats } from "@counterpart/server/schemas";
import { compareCounts, keywordChanged, type Relation, type SchemaFinding } from "./relation.ts";
import type { Shape } from "./shape.ts";

/**
 * Compares length, `pattern` and `format`. Pattern inclusion is undecided until a counterexample is found.
 */
export function compareTexts(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  const changed = (keyword: string, one: unknown, other: unknown, isUndecided: boolean) =>
    keywordChanged(relation, keyword, [one, other], { isUndecided });
  const findings: SchemaFinding[] = [];
  if (sub.types.has("string")) {
    findings.push(...compareCounts(relation, "minLength", "maxLength"));
    const patterns = [...sup.patterns].filter((pattern) => !sub.patterns.has(pattern));
    // Without a pattern, or a format that may imply one, some texts don't match.
    const isFree = sub.patterns.size === 0 && sub.formats.size === 0;
    if (patterns.length > 0) findings.push(changed("pattern", [...sub.patterns][0], patterns[0], !isFree));
  }
  const formats = [...sup.formats].filter(
    (format) => !isImplied(format, sub.formats) && concerns(format, sub),
  );
  if (formats.length > 0) {
    const isFree = sub.formats.size === 0 && sub.patterns.size === 0 && checked.has(formats[0] ?? "");
    findings.push(changed("format", [...sub.formats][0], formats[0], !isFree));
  }
  return findings;
}

/** Wider formats, each of which accepts all values of the key. */
const wider: Record<string, string[]> = {
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  iri: ["iri-reference"],
  uri: ["iri", "iri-reference", "uri-reference"],
  "uri-reference": ["iri-reference"],
};

function isImplied(format: string, given: Set<string>): boolean {
  return (
    given.has(format) || [...given].some((one) => Object.hasOwn(wider, one) && wider[one]?.includes(format))
  );
}

function concerns(format: string, { types }: Shape): boolean {
  return format === "float" ? types.has("fraction") : types.has("string");
}

/** Formats that restrict texts, and `float`. */
const checked = new Set(["bytes", "float", ...Object.keys(textFormats)]);
