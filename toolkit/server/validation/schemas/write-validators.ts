import type { ValidateFunction } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { type ApiDocument, resolve, type Schema, targetOf } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import { hasInheritedNames } from "../../document/schemas/inherited-names.ts";
import { mapSchemas } from "../../document/schemas/map-schemas.ts";
import { isObject } from "../../document/walk.ts";
import { createAjv } from "../ajv-factories.ts";
import { ajvMaker } from "./ajv-maker.ts";
import type { CheckKeyword } from "./check-keyword.ts";
import { createFindFormat } from "./format-test.ts";
import { createPartCompiler, type Maker, type Reporting } from "./part-compiler.ts";
import { propertyParts } from "./property-parts.ts";
import { createTranslation, type Translated } from "./translation.ts";
import { keyOf } from "./written-validators.ts";

/**
 * Compiles schemas of a document and everything that they reach.
 * @returns the code of each validator, a `WrittenValidator`'s body, by `keyOf`. Of `stored`, those that differ from `none`
 */
export function writeValidators(
  document: ApiDocument,
  direction: Direction,
  reporting: Reporting,
  schemas: Schema[],
): Map<string, string> {
  const translation = createTranslation({
    targetOf: (ref) => targetOf(document, ref),
    resolve: (one) => resolve(document, one),
    direction,
  });
  const findFormat = createFindFormat({}, reporting === "stored");
  const ownProperties = hasInheritedNames(document);
  const ajv = createAjv({
    // A service may test any format.
    findFormat: (name, type) => findFormat(name, type) ?? (() => true),
    reporting,
    ownProperties,
    isWritten: true,
  });
  const validators = new Map<string, { schema: Schema | boolean; validate: ValidateFunction }>();
  const parts: (Schema | boolean)[] = [];
  const maker: Maker = (keywords) => {
    const make = (schema: Schema | boolean) => {
      const written = () => ({ schema, validate: compile(schema) });
      return getOrMake(validators, keyOf(schema), written).validate;
    };
    const properties = propertyParts({ compile: make, reportsAll: reporting === "all", ownProperties });
    const noted = [...keywords, properties].map(
      ({ createCheck, partsOf, ...keyword }): CheckKeyword => ({
        ...keyword,
        createCheck(value, schema) {
          parts.push(...(partsOf?.(value, schema) ?? []));
          return createCheck(value, schema);
        },
      }),
    );
    const compile = ajvMaker(ajv, reporting)(noted);
    return make;
  };
  const compiler = createPartCompiler(maker, { translation, direction, reporting });
  const refs = new Set<string>();
  const compile = (translated: Translated): void => {
    compiler.compile(translated.schema);
    for (const ref of translated.refs) {
      if (refs.has(ref)) continue;
      refs.add(ref);
      compile(translation.targetOf(ref));
    }
  };
  for (const schema of schemas) compile(translation.translate(schema));
  for (const part of parts) compiler.compile(part);
  return new Map(
    [...validators]
      .filter(([, { schema }]) => reporting !== "stored" || hasOneOf(schema))
      .map(([key, { validate }]) => [key, standaloneCode.default(ajv, validate)]),
  );
}

/** Only `oneOf` has other code in `stored`, since formats are found by their names. Properties have their own. */
function hasOneOf(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  let found = schema.oneOf !== undefined;
  mapSchemas(schema, (one, keyword) => {
    found ||= keyword !== "properties" && hasOneOf(one);
    return one;
  });
  return found;
}
