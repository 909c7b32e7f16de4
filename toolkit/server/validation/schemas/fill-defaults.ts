import { _, type Ajv, type KeywordCxt, type Name, stringify } from "ajv";
import { getProperty } from "ajv/dist/compile/codegen/index.js";
import { isInherited, setOwn } from "../../document/own.ts";

/** Keywords of our own, which `toValidatorSchema` writes. */
export const fillKeywords = {
  /** Defaults of an object's properties, by name. */
  defaults: "x-defaults",
  /** A schema with nothing but `anyOf` or `oneOf`, whose alternatives are in `alternative`. */
  choice: "x-choice",
  /** A schema to try without filling anything in; a choice around it may fill in its defaults afterwards. */
  alternative: "x-alternative",
} as const;

/** A default that was filled in. */
interface Fill {
  object: Record<string, unknown>;
  name: string;
  value: unknown;
}

/** What has been filled in since a choice or an alternative began, so that it can be undone. */
interface Attempt {
  fills: Fill[];
  /** Of a choice: what its first valid alternative has filled in. */
  chosen?: Fill[] | undefined;
  isChoice: boolean;
  outer: Attempt | undefined;
}

/**
 * Has an ajv fill in defaults, those of alternatives too, but never those of an alternative that a value doesn't fit:
 * ajv itself leaves out what is written in `anyOf` and `oneOf`, but fills in whatever a reference leads to, so that the
 * next alternative may refuse a value for a property that it didn't have.
 */
export function defineFillKeywords(ajv: Ajv): void {
  // Validation is synchronous, so that there is one at a time.
  const state: { attempt: Attempt | undefined } = { attempt: undefined };

  function begin(isChoice: boolean): Attempt {
    state.attempt = { fills: [], isChoice, outer: state.attempt };
    return state.attempt;
  }

  function noteFill(object: Fill["object"], name: string): void {
    state.attempt?.fills.push({ object, name, value: object[name] });
  }

  function fillOwn(object: Fill["object"], name: string, value: unknown): void {
    if (Object.hasOwn(object, name)) return;
    setOwn(object, name, value);
    noteFill(object, name);
  }

  function end(attempt: Attempt): void {
    state.attempt = attempt.outer;
    if (attempt.isChoice) return;
    for (const { object, name } of attempt.fills.toReversed()) delete object[name];
  }

  /** Of an alternative that is valid, or of a valid choice. */
  function keep({ fills, chosen, isChoice, outer }: Attempt): void {
    if (!isChoice) {
      if (outer?.isChoice) outer.chosen ??= fills;
      return;
    }
    for (const { object, name, value } of chosen ?? []) {
      setOwn(object, name, value);
      noteFill(object, name);
    }
  }

  ajv.addKeyword({
    keyword: fillKeywords.defaults,
    type: "object",
    modifying: true,
    before: "maxProperties",
    code({ gen, data, schema }: KeywordCxt) {
      const stateIn = gen.scopeValue("obj", { ref: state });
      const note = gen.scopeValue("func", { ref: noteFill });
      for (const [name, value] of Object.entries(schema)) {
        if (isInherited(name)) {
          gen.code(_`${gen.scopeValue("func", { ref: fillOwn })}(${data}, ${name}, ${stringify(value)})`);
          continue;
        }
        const member = _`${data}${getProperty(name)}`;
        gen.if(_`${member} === undefined`, () => {
          gen.assign(member as Name, stringify(value));
          gen.if(_`${stateIn}.attempt !== undefined`, _`${note}(${data}, ${name})`);
        });
      }
    },
  });
  for (const keyword of [fillKeywords.choice, fillKeywords.alternative]) {
    ajv.addKeyword({
      keyword,
      modifying: true,
      code(context: KeywordCxt) {
        const { gen } = context;
        const valid = gen.name("valid");
        const scoped = (ref: unknown) => gen.scopeValue("func", { ref });
        const attempt = gen.const("attempt", _`${scoped(begin)}(${keyword === fillKeywords.choice})`);
        gen.try(
          () => {
            context.subschema({ keyword }, valid);
          },
          undefined,
          () => gen.code(_`${scoped(end)}(${attempt})`),
        );
        gen.if(valid, () => gen.code(_`${scoped(keep)}(${attempt})`));
        context.ok(valid);
      },
    });
  }
}
