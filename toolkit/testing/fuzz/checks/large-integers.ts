import {
  type ApiDocument,
  isJson,
  isObject,
  partsOf,
  resolve,
  type Schema,
  summarizeSchema,
} from "@counterpart/server/document";
import { mapValues, own } from "@counterpart/server/values";
import { lazy, satisfying } from "../../samples/values/arbitraries.ts";
import { type Check, operationCheck } from "../check.ts";
import type { CompiledOperation, Parts } from "../operation.ts";

/** JavaScript and other languages with numbers of 53 bits round it. */
const large = "9007199254740993";

/** Takes the place of the large integer until the body is text: values in JavaScript can't hold that. */
const placeholder = 4_503_599_627_370_497;

/** The depth at which integers are looked for. */
const maxDepth = 4;

/** Sends an int64 that 53 bits can't hold. The session's judge compares it with the response; the server may refuse it. */
export function largeIntegers(compiled: CompiledOperation, document: ApiDocument): Check[] {
  const { requestBody } = compiled.operation;
  const [mediaType, content] =
    Object.entries(requestBody?.content ?? {}).find(([name]) => isJson(name)) ?? [];
  const schema = content?.schema;
  if (mediaType === undefined || !schema || !hasLargeInteger(document, schema)) return [];
  const replaced = ({ body }: Parts) =>
    body?.mediaType === mediaType ? withPlaceholder(document, schema, body.value) : undefined;
  return [
    operationCheck(compiled, "large integers", {
      weight: 2,
      arbitrary: lazy(() =>
        satisfying(
          compiled.valid,
          (parts) => JSON.stringify(replaced(parts) ?? null).includes(String(placeholder)),
          "a body with an integer of 64 bits",
        ),
      ),
      async run(parts, session) {
        const body = { mediaType, value: replaced(parts) };
        await session.sendParts(
          compiled,
          { ...parts, body },
          {
            change: (request) => ({
              ...request,
              body: Buffer.from(String(request.body).replaceAll(String(placeholder), large)),
            }),
          },
        );
      },
    }),
  ];
}

function hasLargeInteger(document: ApiDocument, schema: Schema, depth = 0): boolean {
  if (isLargeInteger(document, schema)) return true;
  if (depth === maxDepth) return false;
  const { properties } = summarizeSchema(document, schema);
  return Object.values(properties).some((one) => hasLargeInteger(document, one, depth + 1));
}

/** The value with the placeholder for each integer that may be large. */
function withPlaceholder(document: ApiDocument, schema: Schema, value: unknown, depth = 0): unknown {
  if (typeof value === "number" && isLargeInteger(document, schema)) return placeholder;
  if (!isObject(value) || Array.isArray(value) || depth === maxDepth) return value;
  const { properties } = summarizeSchema(document, schema);
  return mapValues(value, (inner, name) =>
    withPlaceholder(document, own(properties, name) ?? {}, inner, depth + 1),
  );
}

const bounds = ["maximum", "exclusiveMaximum"];
const otherRules = ["multipleOf", "enum", "const"];

function isLargeInteger(document: ApiDocument, schema: Schema): boolean {
  const parts = partsOf((one) => resolve(document, one), schema);
  return (
    parts.some(({ format }) => format === "int64") &&
    parts.every(
      (part) =>
        otherRules.every((name) => part[name] === undefined) &&
        bounds.every((name) => part[name] === undefined || Number(part[name]) > Number(large)),
    )
  );
}
