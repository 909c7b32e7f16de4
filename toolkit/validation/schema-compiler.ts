import { type ApiDocument, resolve, type Schema, targetOf } from "../document/document.ts";
import { compileWhenUsed } from "../document/schemas/compile-when-used.ts";
import { createAjv, type Direction, type Formats, toViolations, type Violation } from "./ajv-factories.ts";
import { usesUnevaluated } from "./uses-unevaluated.ts";
import { toValidatorSchema } from "./validator-schema.ts";

/** Finds what is wrong with a value; undefined when it is valid. */
export type Validate = (value: unknown) => Violation[] | undefined;

/** Compiles schemas of a document. What several schemas refer to is compiled once. */
export interface SchemaCompiler {
  /** Throws on a schema that has faults. What it refers to is compiled when a value first has such a part. */
  compile(schema: Schema): Validate;
  /** Throws where a schema, or one that it leads to by references, can't be compiled. */
  assertCompiles(schema: Schema): void;
}

interface Translated {
  translated: Schema;
  /** What the schema refers to. */
  refs: Set<string>;
}

/** @param findsAll whether to find all that is wrong with a value, which can cost far more than the first */
export function createSchemaCompiler(
  document: ApiDocument,
  direction: Direction,
  formats: Formats = {},
  { findsAll = false }: { findsAll?: boolean } = {},
): SchemaCompiler {
  const ajv = createAjv(direction, formats);
  ajv.opts.allErrors = findsAll;
  // What is larger is compiled by itself, once.
  ajv.opts.inlineRefs = 40;
  // ajv keeps account of evaluated properties at every reference; few documents ask about them.
  ajv.opts.unevaluated = usesUnevaluated(document);
  // ajv reads a key as a URI; what is in a reference may be none.
  const keys = new Map<string, string>();
  const checked = new Set<string>();

  function translate(schema: Schema): Translated {
    const refs = new Set<string>();
    const translated = toValidatorSchema(schema, {
      direction,
      keyOf(ref) {
        refs.add(ref);
        return keyOf(ref);
      },
      resolve: (one) => resolve(document, one),
    });
    return { translated, refs };
  }

  function keyOf(ref: string): string {
    const key = keys.get(ref) ?? `schema-${keys.size}`;
    keys.set(ref, key);
    return key;
  }

  /** Makes known what a schema refers to, and not what that refers to: a large document takes seconds. */
  function withReferences(schema: Schema): Translated {
    const { translated, refs } = translate(schema);
    for (const ref of refs) {
      const key = keyOf(ref);
      if (ajv.schemas[key]) continue;
      const target = targetOf<Schema>(document, ref);
      ajv.addSchema(translate(target).translated, key);
      compileWhenUsed(ajv, key, () => withReferences(target).translated);
    }
    return { translated, refs };
  }

  function assertItself(translated: Schema): void {
    // To compile all schemas of a large document takes seconds. What JSON Schema allows can be compiled, and more.
    if (!ajv.validateSchema(translated)) ajv.compile(translated);
  }

  return {
    compile(schema) {
      const validate = ajv.compile(withReferences(schema).translated);
      return (value) => (validate(value) ? undefined : toViolations(validate.errors ?? []));
    },
    assertCompiles(schema) {
      const unchecked = [schema];
      for (let next = unchecked.pop(); next; next = unchecked.pop()) {
        const { translated, refs } = withReferences(next);
        assertItself(translated);
        for (const ref of refs) {
          if (!checked.has(ref)) unchecked.push(targetOf<Schema>(document, ref));
          checked.add(ref);
        }
      }
    },
  };
}
