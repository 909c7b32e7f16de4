import type { Ajv, ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { defineCheck, type Misfit, misfitsOfMember, type Place } from "./define-check.ts";
import { evaluatedBy, type SchemaReader } from "./evaluated.ts";

/**
 * Replaces ajv's `unevaluatedProperties` and `unevaluatedItems`; see `evaluatedBy`.
 * @param compile compiles a part of a schema, once
 */
export function defineUnevaluated(
  ajv: Ajv,
  reader: SchemaReader,
  compile: (schema: Schema) => ValidateFunction,
): void {
  // Turns off ajv's own tracking.
  ajv.opts.unevaluated = false;
  for (const [keyword, type, param] of [
    ["unevaluatedProperties", "object", "unevaluatedProperty"],
    ["unevaluatedItems", "array", "unevaluatedItem"],
  ] as const) {
    const definition = { keyword, type, schemaType: ["boolean" as const, "object" as const] };
    defineCheck(ajv, definition, (rest: Schema | boolean, schema) => {
      if (rest === true) return undefined;
      return (given, place) => {
        const value = given as Record<string, unknown>;
        const evaluated = evaluatedBy(schema, value, place, reader);
        if (evaluated === "all") return undefined;
        const left = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
        const misfits: Misfit[] = [];
        for (const one of left) {
          if (evaluated.has(one)) continue;
          misfits.push(...misfitsOf(rest, value, one, place));
          if (misfits.length > 0 && !ajv.opts.allErrors) break;
        }
        return misfits.length > 0 ? misfits : undefined;
      };
    });

    function misfitsOf(
      rest: Schema | false,
      parentData: Record<string, unknown>,
      parentDataProperty: string | number,
      place: Place,
    ): Misfit[] {
      if (rest === false) {
        const message = `must NOT have unevaluated ${type === "array" ? "items" : "properties"}`;
        return [{ message, params: { [param]: parentDataProperty } }];
      }
      return misfitsOfMember(compile(rest), parentData, parentDataProperty, place);
    }
  }
}
