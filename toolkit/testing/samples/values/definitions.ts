import type { Schema } from "@counterpart/server/document/document";
import { own, setOwn } from "@counterpart/server/document/own";
import { definitionOf } from "@counterpart/server/document/schemas/closed-schema";
import { partsOf } from "@counterpart/server/document/schemas/parts-of";
import { sameValueKeywords } from "@counterpart/server/document/schemas/schema-keywords";

const keywords = [...sameValueKeywords, "not", "if", "then", "else"];

export interface Definitions {
  /** The schema of a reference, `#/$defs/Pet`. */
  behind(ref: string): Schema;
  /** All of them, in the same object each time. */
  all(): Record<string, Schema>;
}

/**
 * The definitions of closed schemas, to which more may be added. One that refers to itself for the same value
 * becomes a schema that nothing fits, because a validator would follow it without end.
 */
export function createDefinitions($defs: Record<string, Schema>): Definitions {
  const known: Record<string, Schema> = {};
  const follow = ({ $ref }: Schema) => own($defs, definitionOf(String($ref))) ?? {};
  const isEndless = (name: string, schema: Schema) =>
    partsOf(follow, schema, keywords).some(({ $ref }) => $ref === `#/$defs/${name}`);
  function definition(name: string): Schema {
    const found = own(known, name);
    if (found) return found;
    const schema = own($defs, name) ?? {};
    setOwn(known, name, isEndless(name, schema) ? { not: {}, $comment: `${name} refers to itself` } : schema);
    return own(known, name) as Schema;
  }
  return {
    behind: (ref) => definition(definitionOf(ref)),
    all() {
      for (const name of Object.keys($defs)) definition(name);
      return known;
    },
  };
}
