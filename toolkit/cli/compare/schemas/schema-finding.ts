import type { Finding } from "@counterpart/server/findings";
import type { BreakRule } from "../client-actions.ts";

/** Why one schema refuses values that another accepts. A warning is allowed but may surprise. */
export interface SchemaFinding extends Finding {
  rule: BreakRule | "undecided";
  pointer: string;
  /** The path to the value: property names, and `items`. */
  words: string[];
  /** It is uncertain whether such a value exists; a counterexample decides. */
  isUndecided?: boolean;
}

/** Nested shared schemas multiply the places of one change; those beyond this number become one place. */
const maxPlaces = 20;

/** Removes repeated findings: alternatives share the schemas beside them. Each place is kept. */
export function withoutRepeats(findings: SchemaFinding[]): SchemaFinding[] {
  const placesOf = new Map<string, Set<string>>();
  return findings.flatMap((finding) => {
    const change = JSON.stringify([finding.rule, finding.message, finding.pointer]);
    const places = placesOf.get(change) ?? new Set();
    placesOf.set(change, places);
    const words = places.size < maxPlaces ? finding.words : ["further places"];
    const place = words.join(", ");
    if (places.has(place)) return [];
    places.add(place);
    return [{ ...finding, words }];
  });
}
