import { Validator } from "@cfworker/json-schema";
import type { ApiDocument, Schema } from "../../server/document/document.ts";

/**
 * Judges values by a document's schemas with a validator that the toolkit doesn't use. Returns the errors.
 * @param isRequest if true, `readOnly` properties aren't required; otherwise, `writeOnly` ones
 */
export function secondOpinion({ root }: ApiDocument) {
  const { components: { schemas } = {} } = root as { components?: { schemas?: object } };
  const validators = new Map<string, Validator>();
  return (schema: Schema, value: unknown, { isRequest }: { isRequest: boolean }): string[] => {
    const whole = { allOf: [schema], components: { schemas } };
    const judged = withoutRequired(whole, isRequest ? "readOnly" : "writeOnly");
    const key = `${isRequest} ${JSON.stringify(schema)}`;
    const validator = validators.get(key) ?? new Validator(judged as object, "2020-12", false);
    validators.set(key, validator);
    // As sent: a Date is a string.
    const { errors } = validator.validate(JSON.parse(JSON.stringify(value)));
    return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  };
}

function withoutRequired(value: unknown, mark: "readOnly" | "writeOnly"): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutRequired(one, mark));
  if (typeof value !== "object" || value === null) return value;
  const { properties, required } = value as { properties?: Record<string, Schema>; required?: unknown };
  const changed = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutRequired(one, mark)]),
  );
  if (!Array.isArray(required)) return changed;
  return { ...changed, required: required.filter((name) => !properties?.[name]?.[mark]) };
}
