import { Validator } from "@cfworker/json-schema";
import {
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/formats";
import type { Schema } from "../../server/document/document.ts";

export type Judge = (value: unknown) => boolean;

const url = "https://foreign.test/schema";
const dialect = "https://json-schema.org/draft/2020-12/schema";

setShouldValidateFormat(true);
// The schemas are ours. Validating them takes most of the time.
setShouldValidateSchema(false);

/**
 * Compiles a schema with two validators that the toolkit doesn't use.
 * @param schemas the targets of references to `#/components/schemas/`
 */
export async function foreignValidators(
  schema: Schema | boolean,
  schemas: Record<string, unknown>,
): Promise<Record<"hyperjump" | "cfworker", Judge>> {
  const whole = { $schema: dialect, allOf: [schema], components: { schemas } };
  registerSchema(whole as Parameters<typeof registerSchema>[0], url);
  try {
    const hyperjump = await validate(url);
    const cfworker = new Validator(whole as object, "2020-12");
    return {
      hyperjump: (value) => hyperjump(value as Parameters<typeof hyperjump>[0]).valid,
      cfworker: (value) => cfworker.validate(value).valid,
    };
  } finally {
    unregisterSchema(url);
  }
}
