import { queryObjects } from "node:v8";
import { CodeGen } from "ajv/dist/compile/codegen/index.js";
import { expect, test } from "vitest";
import { readDocument } from "../../server/document/document.ts";
import { createSchemaCompiler } from "../../server/validation/schemas/schema-compiler.ts";

const document = readDocument({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} });

test.each(["request", "response"] as const)(
  "keeps nothing of what a %s's code was made with",
  (direction) => {
    const { compile } = createSchemaCompiler(document, direction);
    const before = queryObjects(CodeGen, { format: "count" });
    compile({
      type: "object",
      properties: {
        id: { type: "string", readOnly: true },
        password: { type: "string", writeOnly: true },
        bornAt: { type: "string", format: "date-time" },
        diedAt: { type: ["string", "null"], format: "date" },
      },
    });
    expect(queryObjects(CodeGen, { format: "count" })).toBe(before);
  },
);
