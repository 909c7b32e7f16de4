import { hash } from "node:crypto";
import type { ValidateFunction } from "ajv";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import ajvPackage from "ajv/package.json" with { type: "json" };
import type { Schema } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import { own } from "../../document/own.ts";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import { patternTest } from "../../document/schemas/pattern-test.ts";
import ownPackage from "../../package.json" with { type: "json" };
import { validatorOf } from "./check-keyword.ts";
import type { FindFormat } from "./format-test.ts";
import { isSilent, type Maker, type Reporting } from "./part-compiler.ts";
import { propertyParts } from "./property-parts.ts";

/**
 * The validators of a document as code, which `counterpart generate --validators` writes, by `keyOf`. `stored` has only those
 * that differ from `none`.
 */
export type WrittenValidators = Record<Direction, Record<Reporting, Record<string, WrittenValidator>>>;

/** A validator in the form of a CommonJS module, as ajv writes it. Its other parameters are what its code names. */
export type WrittenValidator = (
  module: { exports?: unknown },
  require: (path: string) => unknown,
  check: (keyword: string, value: unknown, schema: Schema) => ReturnType<typeof validatorOf>,
  format: FindFormat,
  pattern: typeof patternTest,
  schema: Schema | boolean,
) => void;

/** What a validator's code depends on, apart from the schema. */
const edition = `ajv ${ajvPackage.version}, ${ownPackage.name} ${ownPackage.version}`;

/** Identifies a translated schema by its content, so that validators of another document or version are never used. */
export function keyOf(schema: Schema | boolean): string {
  return hash("sha256", edition + JSON.stringify(schema, withInfinity), "base64url").slice(0, 16);
}

/** JSON would write `1e999`, which is read as infinity, as null. */
function withInfinity(_: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value;
}

/** What the code of ajv's own keywords imports. Some runtimes have already unwrapped `default`. */
const imports: Record<string, { default: unknown }> = {
  "ajv/dist/runtime/equal": { default: equal.default ?? equal },
  "ajv/dist/runtime/ucs2length": { default: ucs2length.default ?? ucs2length },
};

const missing =
  "No written validator fits a schema, and it can't be compiled here. If the file is of another document or version of @counterpart/server or ajv, run `counterpart generate --validators` again. Arrays that are sent in parts have no written validators.";

interface WrittenMaker {
  written: WrittenValidators[Direction];
  reporting: Reporting;
  findFormat: FindFormat;
  /** As in `createAjv`. */
  ownProperties: boolean;
  /** Compiles schemas that aren't among the written ones. */
  otherwise: Maker;
}

/** Uses written validators. */
export function writtenMaker({
  written,
  reporting,
  findFormat,
  ownProperties,
  otherwise,
}: WrittenMaker): Maker {
  return (keywords) => {
    const made = new Map<string, ValidateFunction>();
    const compile = (schema: Schema | boolean) => {
      const key = keyOf(schema);
      return getOrMake(made, key, () => make(key, schema));
    };
    const parts = propertyParts({ compile, reportsAll: reporting === "all", ownProperties });
    const byName = new Map([...keywords, parts].map((one) => [one.keyword, one]));
    const check = (keyword: string, value: unknown, schema: Schema) => {
      const made = byName.get(keyword)?.createCheck(value, schema);
      if (!made) throw new Error(`A written validator uses the unknown keyword ${keyword}.`);
      return validatorOf(keyword, made);
    };
    const format: FindFormat = (name, type) => findFormat(name, type) ?? (() => true);
    let compileOther: ReturnType<Maker> | undefined;
    const make = (key: string, schema: Schema | boolean): ValidateFunction => {
      const silent = isSilent(reporting) ? own(written.none, key) : undefined;
      const validator = own(written[reporting], key) ?? silent;
      if (validator) {
        const module: { exports?: unknown } = {};
        validator(module, (path) => imports[path], check, format, patternTest, schema);
        return module.exports as ValidateFunction;
      }
      try {
        compileOther ??= otherwise(keywords);
        return compileOther(schema);
      } catch (error) {
        if (!(error instanceof EvalError)) throw error;
        throw new Error(missing, { cause: error });
      }
    };
    return compile;
  };
}
