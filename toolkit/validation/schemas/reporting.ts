import type Ajv from "ajv";
import type { AnySchemaObject, CodeKeywordDefinition } from "ajv/dist/types/index.js";
import type { Schema } from "../../document/document.ts";

/** What a compiled schema tells of the faults of a value: only that there is one, the first, or all. */
export type Reporting = "none" | "first" | "all";

const keyword = "x-reporting";

/** Has schemas that are compiled as `asReported` report so. Code that describes no faults is half as long. */
export function defineReporting(ajv: Ajv.default, reporting: Reporting): void {
  ajv.opts.allErrors = reporting === "all";
  const definition: CodeKeywordDefinition = {
    keyword,
    code(context) {
      const valid = context.gen.name("valid");
      const part = { keyword, ...(reporting === "none" && { createErrors: false }) };
      const inner = context.subschema(part as { keyword: string }, valid);
      context.ok(valid);
      context.mergeEvaluated(inner);
    },
  };
  ajv.addKeyword(definition);
}

/** The schema within the keyword: also another object, so that ajv can know both. */
export function asReported(schema: Schema): AnySchemaObject {
  return { [keyword]: schema };
}
