import type { ValidateFunction } from "ajv";
import { inlineRef } from "ajv/dist/compile/resolve.js";
import { compileWhenUsed } from "../../document/schemas/compile-when-used.ts";
import { notInlined } from "../../document/schemas/not-inlined.ts";
import { defineUnevaluated } from "../../document/schemas/unevaluated-keywords.ts";
import type { Verdicts } from "../../document/schemas/verdicts.ts";
import { createAjv, type Direction, type Formats } from "../ajv-factories.ts";
import { fillKeywords } from "./fill-defaults.ts";
import { asReported, defineReporting, type Reporting } from "./reporting.ts";
import type { Translated, Translation } from "./translation.ts";

export interface AjvCompiler {
  compile(translated: Translated): ValidateFunction;
  /** Compiles what a schema leads to by references and isn't compiled yet, a schema in each step. */
  compileReferences(translated: Translated): Iterable<void>;
  /** Throws where a schema, or one that can be reached from it, can't be compiled. */
  assertCompiles(translated: Translated): void;
}

export interface CompilerParts {
  direction: Direction;
  formats: Formats;
  reporting: Reporting;
  translation: Translation;
  verdicts: Verdicts;
  /** Is told of each value that a reference's validator gets. */
  onCall: () => void;
}

/** What is larger than so many keywords is compiled by itself, once. */
const maxInlined = 40;

export function createAjvCompiler({ translation, verdicts, onCall, ...parts }: CompilerParts): AjvCompiler {
  const ajv = createAjv(parts.direction, parts.formats);
  defineReporting(ajv, parts.reporting);
  ajv.opts.inlineRefs = maxInlined;
  // None is left in a document in one piece.
  ajv.opts.dynamicRef = false;
  defineUnevaluated(ajv, {
    verdicts,
    compile: (schema) => ajv.compile(asReported(schema)),
    targetOf: (key) => translation.targetOf(key).schema,
    wrappers: [fillKeywords.choice, fillKeywords.alternative],
  });
  /** Compiles a target, unless it is compiled. */
  const targets = new Map<string, () => void>();
  const reached = new Set<string>();
  const checked = new Set<string>();

  /** Makes known what a schema refers to, and not what that refers to: of a large document that takes seconds. */
  function withTargets({ schema, keys, hasInheritedNames }: Translated): Translated["schema"] {
    // It takes longer, so that a document without such names goes without.
    if (hasInheritedNames) ajv.opts.ownProperties = true;
    for (const key of keys) {
      if (targets.has(key)) continue;
      const target = translation.targetOf(key);
      const isInlined =
        target.keys.size === 0 && !target.hasInheritedNames && inlineRef(target.schema, maxInlined);
      ajv.addSchema(isInlined ? target.schema : notInlined(key), key);
      const compile = compileWhenUsed(ajv, key, () => asReported(withTargets(target)), onCall);
      targets.set(key, isInlined ? () => {} : compile);
    }
    return schema;
  }

  /** @param seen keys that are left out; gets those that are found */
  function* reachable(from: Translated, seen: Set<string>): Iterable<[string, Translated]> {
    const unseen = [from];
    for (let next = unseen.pop(); next; next = unseen.pop()) {
      for (const key of next.keys) {
        if (seen.has(key)) continue;
        seen.add(key);
        const target = translation.targetOf(key);
        unseen.push(target);
        yield [key, target];
      }
    }
  }

  function assertItself(translated: Translated): void {
    // To compile all schemas of a large document takes seconds. What JSON Schema allows can be compiled, and more.
    if (!ajv.validateSchema(withTargets(translated))) ajv.compile(asReported(translated.schema));
  }

  return {
    compile: (translated) => ajv.compile(asReported(withTargets(translated))),
    *compileReferences(translated) {
      withTargets(translated);
      for (const [key, target] of reachable(translated, reached)) {
        withTargets(target);
        targets.get(key)?.();
        yield;
      }
    },
    assertCompiles(translated) {
      assertItself(translated);
      for (const [, target] of reachable(translated, checked)) assertItself(target);
    },
  };
}
