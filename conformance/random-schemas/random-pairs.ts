import fc from "fast-check";

type Schema = Record<string, unknown> | boolean;

/** A document's schemas by name, and values for the first of them. */
export interface Pairs {
  schemas: Record<string, Schema>;
  values: unknown[];
}

/** A schema refers to later ones for the same value, and to the first for a part of the value. */
const components = ["First", "Second", "Third"];

export const first = { $ref: "#/components/schemas/First" };

// Few names, numbers and texts, so that schemas and values often meet.
const name = fc.constantFrom<string>("a", "b", "ab", "2026-01-31", "constructor");
const text = fc.constantFrom("", "a", "ab", "b", "é", "𝒳", "2026-01-31", "2026-01-31T12:00:00Z", "10.0.0.1");
// No integer above 2^53, which `integer` refuses on purpose.
const number = fc.constantFrom(0, 1, 2, -1, 0.5, 1.5);
const count = fc.constantFrom(0, 1, 2);
const pattern = fc.constantFrom<string>("^a", "b$", "^[a-c]*$", "[0-9]", "^.$");

const { value } = fc.letrec<{ value: unknown; atom: unknown; list: unknown[]; object: object }>((tie) => ({
  atom: fc.oneof(fc.constant(null), fc.boolean(), number, text),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 3, depthSize: "small" }, tie("atom"), tie("list"), tie("object")),
}));

/** @param later the schemas that it may refer to for the same value */
function schemaAt(later: string[]): fc.Arbitrary<Schema> {
  const to = (target: string) => `#/components/schemas/${target}`;
  return fc.letrec<{ schema: Schema; part: Schema }>((tie) => {
    const schema = tie("schema");
    const part = tie("part");
    const some = (one: fc.Arbitrary<Schema>) => fc.array(one, { minLength: 1, maxLength: 3 });
    const byName = (one: fc.Arbitrary<Schema>, key = name) =>
      fc.dictionary(key, one, { maxKeys: 3, noNullPrototype: true });
    const names = fc.uniqueArray(name, { maxLength: 2 });
    const type = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
    /** Each with everything that depends on it. */
    const keywords: fc.Arbitrary<Record<string, unknown>>[] = [
      ...[
        { type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })) },
        { const: value },
        { enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, comparator: "SameValue" }) },
        { minimum: number },
        { maximum: number },
        { exclusiveMinimum: number },
        { exclusiveMaximum: number },
        { multipleOf: fc.constantFrom(0.5, 1, 2) },
        { minLength: count },
        { maxLength: count },
        { pattern },
        { type: fc.constant("string"), format: fc.constantFrom("date", "date-time", "ipv4", "uuid") },
        { minItems: count },
        { maxItems: count },
        { uniqueItems: fc.boolean() },
        { items: part },
        { prefixItems: some(part) },
        { prefixItems: some(part), contains: part },
        { prefixItems: some(part), items: part },
        { contains: part },
        { contains: part, minContains: count },
        { contains: part, maxContains: count },
        { contains: part, minContains: count, maxContains: count },
        { unevaluatedItems: part },
        { minProperties: count },
        { maxProperties: count },
        { required: names },
        { dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }) },
        { properties: byName(part) },
        { patternProperties: byName(part, pattern) },
        { additionalProperties: part },
        { properties: byName(part), additionalProperties: part },
        { unevaluatedProperties: part },
        { propertyNames: schema },
        { dependentSchemas: byName(schema) },
        { allOf: some(schema) },
        { anyOf: some(schema) },
        { oneOf: some(schema) },
        { not: schema },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        { if: schema, then: schema },
        { if: schema, else: schema },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        { if: schema, then: schema, else: schema },
        ...(later.length > 0 ? [{ $ref: fc.constantFrom(...later.map(to)) }] : []),
      ].map((model) => fc.record(model as Record<string, fc.Arbitrary<unknown>>)),
    ];
    const merged = fc
      .array(fc.oneof(...keywords), { minLength: 1, maxLength: 3 })
      .map((parts) => Object.assign({}, ...parts) as Schema);
    return {
      schema: fc.oneof({ maxDepth: 4, depthSize: "small" }, fc.boolean(), { arbitrary: merged, weight: 6 }),
      part: fc.oneof({ maxDepth: 4, depthSize: "small" }, schema, {
        arbitrary: fc.constant(first),
        weight: 1,
      }),
    };
  }).schema;
}

export function randomPairs(valuesPerSchema: number): fc.Arbitrary<Pairs> {
  const schemas = fc.record(
    Object.fromEntries(components.map((one, index) => [one, schemaAt(components.slice(index + 1))])),
  );
  const values = fc.array(value, { minLength: valuesPerSchema, maxLength: valuesPerSchema });
  return fc.record({ schemas, values });
}
