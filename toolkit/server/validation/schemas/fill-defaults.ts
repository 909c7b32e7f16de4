import type { ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { setOwn } from "../../document/own.ts";
import type { CheckKeyword } from "./check-keyword.ts";

/** Our own keywords, written by the translation (`createTranslation`). */
export const fillKeywords = {
  /** Defaults of an object's properties, by name. */
  defaults: "x-defaults",
  /** A schema that has only `anyOf` or `oneOf`, with its alternatives in `alternative`. */
  choice: "x-choice",
  /**
   * A schema that is tried without filling anything in. An enclosing choice may fill in its defaults
   * afterwards.
   */
  alternative: "x-alternative",
} as const;

/** A default that was filled in. */
interface Fill {
  object: Record<string, unknown>;
  name: string;
  value: unknown;
}

/** The defaults filled in since a choice or an alternative began, so that they can be undone. */
interface Attempt {
  fills: Fill[];
  /** For a choice: the defaults that its first valid alternative filled in. */
  chosen?: Fill[] | undefined;
  isChoice: boolean;
  outer: Attempt | undefined;
}

/**
 * Fills in the defaults of the matching alternative. ajv itself skips defaults inside `anyOf` and `oneOf`, or
 * fills in those of a referenced alternative that doesn't match, which the next one may then reject.
 * @param compile compiles a part of a schema, once
 */
export function fills(compile: (schema: Schema) => ValidateFunction): CheckKeyword[] {
  // Validation is synchronous, so only one runs at a time.
  let current: Attempt | undefined;

  function fill(object: Fill["object"], name: string, value: unknown): void {
    setOwn(object, name, value);
    current?.fills.push({ object, name, value });
  }

  function end(attempt: Attempt): void {
    current = attempt.outer;
    if (attempt.isChoice) return;
    for (const { object, name } of attempt.fills.toReversed()) delete object[name];
  }

  /** Keeps the defaults of a valid alternative or a valid choice. */
  function keep({ fills, chosen, isChoice, outer }: Attempt): void {
    if (!isChoice) {
      if (outer?.isChoice) outer.chosen ??= fills;
      return;
    }
    for (const { object, name, value } of chosen ?? []) fill(object, name, value);
  }

  const defaults: CheckKeyword = {
    keyword: fillKeywords.defaults,
    type: "object",
    before: "maxProperties",
    modifying: true,
    createCheck: (defaults: Record<string, unknown>) => (value) => {
      const object = value as Fill["object"];
      for (const [name, preset] of Object.entries(defaults)) {
        if (!Object.hasOwn(object, name) || object[name] === undefined)
          fill(object, name, structuredClone(preset));
      }
      return undefined;
    },
  };
  const attempts = [fillKeywords.choice, fillKeywords.alternative].map(
    (keyword): CheckKeyword => ({
      keyword,
      modifying: true,
      partsOf: (schema: Schema) => [schema],
      createCheck: (schema: Schema) => (value, place) => {
        const attempt = { fills: [], isChoice: keyword === fillKeywords.choice, outer: current };
        current = attempt;
        const validate = compile(schema);
        let isValid = false;
        try {
          isValid = validate(value, place);
        } finally {
          end(attempt);
        }
        if (isValid) keep(attempt);
        return isValid ? undefined : (validate.errors ?? []);
      },
    }),
  );
  return [defaults, ...attempts];
}
