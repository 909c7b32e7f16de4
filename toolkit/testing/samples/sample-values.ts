import {
  type ApiDocument,
  examplesOf,
  type Header,
  isObject,
  listIn,
  type MediaType,
  omitMarked,
  type Parameter,
  type Response,
  resolve,
  type Schema,
  summarizeSchema,
} from "@counterpart/server/document";
import { closeSchema } from "@counterpart/server/schemas";
import fc from "fast-check";
import { type BodyValues, bodyValues } from "./body-values.ts";
import { serialise } from "./parameter-text.ts";
import { parameterValues } from "./parameter-values.ts";
import { ifReachable, simplest } from "./values/arbitraries.ts";
import { createCompiler } from "./values/values.ts";

/**
 * A parameter's first valid example; undefined if there is none.
 * @param invented whether to generate a value if no example is valid
 */
export function sampleParameter(
  document: ApiDocument,
  parameter: Parameter,
  { invented = true }: { invented?: boolean } = {},
): unknown {
  const { example, examples = {}, content = {}, schema } = parameter;
  const [mediaType = { schema }] = Object.values(content);
  const given = [example, ...Object.values(examples).map(({ value }) => value)];
  const { isValid, values } = parameterValues(document, parameter, { charset: "token" });
  const found = [...given, ...examplesOf(mediaType), ...schemaExamples(document, mediaType.schema)].find(
    (value) => value !== undefined && isValid(value),
  );
  return found === undefined && invented ? simplest(values) : found;
}

export interface SampleBody {
  mediaType: string;
  media: MediaType;
  value: unknown;
  encode: BodyValues["encode"];
}

/**
 * A valid body in one media type: the document's first valid example, without `readOnly` properties.
 * @param invented whether to generate a body if no example is valid
 * @returns undefined if there is none
 */
export function sampleBody(
  document: ApiDocument,
  [mediaType, content]: [string, MediaType],
  { invented }: { invented: boolean },
): SampleBody | undefined {
  const { isValid, values, encode } = bodyValues(document, mediaType, content, { charset: "token" });
  const examples = [...examplesOf(content), ...schemaExamples(document, content.schema)];
  const candidates = examples.flatMap((one) => [omitMarked(document, content.schema, one, "readOnly"), one]);
  const found = candidates.find(isValid);
  if (found !== undefined || !invented) {
    return found === undefined ? undefined : { mediaType, media: content, value: found, encode };
  }
  const made = simplest(values);
  const value = [withExamples(document, content.schema, made), made].find(isValid);
  return value === undefined ? undefined : { mediaType, media: content, value, encode };
}

/** A generated value, with the first example of each property that has one. */
function withExamples(document: ApiDocument, schema: Schema | undefined, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { properties } = summarizeSchema(document, schema ?? {});
  const members = Object.entries(value).map(([name, one]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const [example] = schemaExamples(document, property);
    return [name, example === undefined ? withExamples(document, property, one) : example];
  });
  return Object.fromEntries(members);
}

/** The schema's own examples, in order of preference. */
function schemaExamples(document: ApiDocument, schema: Schema | undefined): unknown[] {
  const {
    example,
    examples,
    default: preset,
    const: only,
    enum: some,
  } = resolve<Schema>(document, schema ?? {});
  return [example, ...listIn(examples), preset, only, ...listIn(some)].filter((value) => value !== undefined);
}

/**
 * Any value that fits a schema of responses; undefined if none can be generated.
 * @param seed selects the value; by default it differs from call to call
 */
export function anyAnswer(document: ApiDocument, node: unknown, seed?: number): unknown {
  const schema = closeSchema(document, node, "response");
  const compiler = createCompiler(schema, { charset: "token", isEveryday: true });
  const [value] =
    ifReachable(() =>
      fc.sample(compiler.values(schema), { numRuns: 1, ...(seed !== undefined && { seed }) }),
    ) ?? [];
  return value;
}

/** The simplest value that fits a schema of responses; undefined if none can be generated. */
export function simplestAnswer(document: ApiDocument, node: unknown): unknown {
  const schema = closeSchema(document, node, "response");
  return simplest(() => createCompiler(schema, { charset: "token" }).values(schema));
}

/** Headers that the server adds to errors by itself. */
const ownHeaders =
  /^(allow|content-(type|length|encoding|language)|retry-after|www-authenticate|x-request-id)$/i;

/** Sample values for the required headers of a documented error that the server doesn't set. */
export function errorHeaders(document: ApiDocument, { headers }: Response): Record<string, string> {
  const required = Object.entries(headers).filter(
    ([name, { required, setByServer }]) => required && !setByServer && !ownHeaders.test(name),
  );
  return Object.fromEntries(
    required.flatMap(([name, header]) => {
      const parameter = headerParameter(name, header);
      const text = serialise(parameter, sampleParameter(document, parameter));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/**
 * Treats a response header as a request header, so that its values are generated and written the same way.
 */
export function headerParameter(name: string, { schema, explode, isJson }: Header): Parameter {
  return {
    name,
    in: "header",
    required: true,
    schema,
    explode,
    ...(isJson && { content: { "application/json": { schema } } }),
  };
}
