import type { Format } from "ajv";
import { own } from "../../document/own.ts";
import { formats, storedFormats } from "../../document/schemas/formats.ts";

/** Custom formats by name, in addition to those of JSON Schema and OpenAPI. */
export type Formats = Record<string, Format>;

/** Whether a value has a format. */
export type FormatTest = (value: never) => boolean;

/** Finds the test for values of a type; undefined for a format that doesn't concern them. */
export type FindFormat = (name: string, type: string) => FormatTest | undefined;

/** @param isStored whether texts may be as an earlier version stored them. Custom formats are always tested */
export function createFindFormat(custom: Formats, isStored: boolean): FindFormat {
  const known: Formats = { ...(isStored ? storedFormats : formats), ...custom };
  return (name, type) => {
    const format = own(known, name);
    if (format === undefined || format === true) return undefined;
    const isDefinition = typeof format === "object" && !(format instanceof RegExp);
    const { type: ofType = "string", validate } = isDefinition ? format : { validate: format };
    if (ofType !== type) return undefined;
    if (typeof validate === "function") return validate as FormatTest;
    const expression = new RegExp(validate);
    return (text: string) => expression.test(text);
  };
}
