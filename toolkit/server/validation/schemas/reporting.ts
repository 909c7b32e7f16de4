import { type Ajv, nil } from "ajv";
import type { AnySchemaObject, CodeKeywordDefinition } from "ajv/dist/types/index.js";
import type { Schema } from "../../document/document.ts";

/** What a compiled schema tells of the faults of a value: only that there is one, the first, or all. */
export type Reporting = "none" | "first" | "all";

const keyword = "x-reporting";

/** Has schemas that are compiled as `asReported` report so. Code that describes no faults is half as long. */
export function defineReporting(ajv: Ajv, reporting: Reporting): void {
  ajv.opts.allErrors = reporting === "all";
  const definition: CodeKeywordDefinition = {
    keyword,
    code(context) {
      const valid = context.gen.name("valid");
      const schema = (context.schema as () => Schema)();
      const part = {
        schema,
        schemaPath: nil,
        errSchemaPath: context.it.errSchemaPath,
        topSchemaRef: context.gen.scopeValue("schema", { ref: schema }),
        ...(reporting === "none" && { createErrors: false }),
      };
      context.subschema(part, valid);
      context.ok(valid);
    },
  };
  ajv.addKeyword(definition);
}

/**
 * The schema within the keyword: also another object, so that ajv can know both. A function hides it from ajv, which would
 * search it for identifiers first; ours have none.
 */
export function asReported(schema: Schema): AnySchemaObject {
  return { [keyword]: () => schema };
}
