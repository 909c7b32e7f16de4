import { type ApiDocument, resolve, type Schema, targetOf } from "../../document/document.ts";
import { createFillsIn } from "../../document/schemas/fills-in.ts";
import type { Direction } from "../ajv-factories.ts";
import { toValidatorSchema } from "./validator-schema.ts";

/** A schema as the validator reads it. */
export interface Translated {
  schema: Schema;
  /** The validator's keys of what it refers to. */
  keys: Set<string>;
  /** Whether it asks about properties that every object inherits, such as `constructor`. */
  hasInheritedNames: boolean;
}

export interface Translation {
  translate(schema: Schema): Translated;
  /** What a key stands for; translated once. Throws where the reference leads nowhere. */
  targetOf(key: string): Translated;
}

export function createTranslation(document: ApiDocument, direction: Direction): Translation {
  // ajv reads a key as a URI; what is in a reference may be none.
  const keyByRef = new Map<string, string>();
  const refByKey = new Map<string, string>();
  const targets = new Map<string, Translated>();
  const resolved = (one: Schema) => resolve<Schema>(document, one);
  const fillsIn = createFillsIn(resolved);

  function keyOf(ref: string): string {
    const known = keyByRef.get(ref);
    if (known !== undefined) return known;
    const key = `schema-${keyByRef.size}`;
    keyByRef.set(ref, key);
    refByKey.set(key, ref);
    return key;
  }

  function translate(node: Schema): Translated {
    const keys = new Set<string>();
    let hasInheritedNames = false;
    const schema = toValidatorSchema(node, {
      direction,
      keyOf(ref) {
        const key = keyOf(ref);
        keys.add(key);
        return key;
      },
      resolve: resolved,
      fillsIn,
      onInheritedName() {
        hasInheritedNames = true;
      },
    });
    return { schema, keys, hasInheritedNames };
  }

  return {
    translate,
    targetOf(key) {
      const target = targets.get(key) ?? translate(targetOf<Schema>(document, refByKey.get(key) ?? ""));
      targets.set(key, target);
      return target;
    },
  };
}
