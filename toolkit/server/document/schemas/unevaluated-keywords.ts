import type { Ajv, ErrorObject } from "ajv";
import type {
  AnySchemaObject,
  DataValidateFunction,
  DataValidationCxt,
  ValidateFunction,
} from "ajv/dist/types/index.js";
import { escapePointerPart } from "../references.ts";
import { evaluatedBy, type SchemaReader } from "./evaluated.ts";
import type { Verdicts } from "./verdicts.ts";

export interface UnevaluatedParts extends Pick<SchemaReader, "targetOf" | "wrappers"> {
  verdicts: Verdicts;
  /** Compiles a part of a schema that the ajv has. */
  compile(schema: AnySchemaObject): ValidateFunction;
}

/** Replaces `unevaluatedProperties` and `unevaluatedItems` of an ajv; see `evaluatedBy`. */
export function defineUnevaluated(ajv: Ajv, { verdicts, compile, ...parts }: UnevaluatedParts): void {
  ajv.opts.unevaluated = false;
  const compiled = new WeakMap<object, ValidateFunction>();
  const validatorOf = (schema: AnySchemaObject): ValidateFunction => {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    return validate;
  };
  const reader: SchemaReader = {
    ...parts,
    fits(schema, value, context) {
      const decide = () => validatorOf(schema)(value, context);
      return typeof value === "object" && value !== null ? verdicts.of(schema, value, decide) : decide();
    },
  };

  for (const keyword of ["unevaluatedProperties", "unevaluatedItems"] as const) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type: keyword === "unevaluatedItems" ? "array" : "object",
      schemaType: ["boolean", "object"],
      errors: "full",
      compile(rest: AnySchemaObject | boolean, schema, { allErrors }) {
        const validate: DataValidateFunction = (value: object, context = nowhere) => {
          validate.errors = [];
          const evaluated = evaluatedBy(schema, value, context, reader);
          if (evaluated === "all") return true;
          const left = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
          for (const one of left) {
            if (evaluated.has(one)) continue;
            validate.errors.push(...faultsOf(rest, value, one, context));
            if (validate.errors.length > 0 && !allErrors) break;
          }
          return validate.errors.length === 0;
        };
        return rest === true ? () => true : validate;
      },
    });

    function faultsOf(
      rest: AnySchemaObject | boolean,
      value: object,
      one: string | number,
      context: DataValidationCxt,
    ): Partial<ErrorObject>[] {
      if (typeof rest === "boolean") {
        const isItem = keyword === "unevaluatedItems";
        const message = `must NOT have unevaluated ${isItem ? "items" : "properties"}`;
        const params = isItem ? { unevaluatedItem: one } : { unevaluatedProperty: one };
        const { instancePath } = context;
        return [{ keyword, instancePath, schemaPath: `#/${keyword}`, params, message, data: value }];
      }
      const validate = validatorOf(rest);
      const place = {
        ...context,
        instancePath: `${context.instancePath}/${escapePointerPart(String(one))}`,
        parentData: value,
        parentDataProperty: one,
      };
      const isValid = validate((value as Record<string, unknown>)[one], place as DataValidationCxt);
      return isValid ? [] : (validate.errors ?? []);
    }
  }
}

const nowhere = { instancePath: "", parentData: {}, parentDataProperty: "" } as DataValidationCxt;
