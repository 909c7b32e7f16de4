import type { Random } from "./random.ts";
import { sentence, spoken } from "./vocabulary.ts";

export type Schema = { [keyword: string]: unknown };

/** A schema with a matching value. */
export interface Sample {
  schema: Schema;
  value: unknown;
}

/** Component schemas by name, each with a matching value. */
export type Samples = Map<string, Sample>;

export function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function nullableRef(name: string): Schema {
  return { nullable: true, allOf: [refTo(name)] };
}

const hex = "0123456789abcdef";
const words = "amber birch cedar delta ember fjord grove harbor indigo juniper kelp lumen".split(" ");
const statuses = ["draft", "queued", "active", "paused", "blocked", "completed", "archived", "failed"];

/** Typical patterns of documents, each with a matching value. */
const patterns: [string, (random: Random) => string][] = [
  ["^[a-f0-9]{40}$", (random) => Array.from({ length: 40 }, () => random.pick([...hex])).join("")],
  ["^[a-z][a-z0-9-]{2,62}$", (random) => `${random.pick(words)}-${random.whole(900)}`],
  ["^\\d{4}-(0[1-9]|1[0-2])$", (random) => `20${10 + random.whole(80)}-0${1 + random.whole(9)}`],
  ["^#[0-9a-fA-F]{6}$", () => "#5c7cfa"],
  ["^(?!.*\\.\\.)[\\w./-]{1,255}$", (random) => `docs/${random.pick(words)}.md`],
  ["^[A-Z]{2,10}-[0-9]+$", (random) => `OPS-${1 + random.whole(5000)}`],
];

const kinds: Record<string, (random: Random) => Sample> = {
  name: (random) => ({
    schema: { type: "string", minLength: 1, maxLength: 120 },
    value: `${random.pick(words)} ${random.pick(words)}`,
  }),
  count: (random) => ({ schema: { type: "integer", minimum: 0 }, value: random.whole(5000) }),
  ratio: () => ({ schema: { type: "number", minimum: 0, maximum: 1, exclusiveMaximum: true }, value: 0.25 }),
  flag: (random) => ({ schema: { type: "boolean", default: false }, value: random.chance(0.5) }),
  at: (random) => ({
    schema: { type: "string", format: "date-time" },
    value: `2026-0${1 + random.whole(9)}-1${random.whole(9)}T08:30:00Z`,
  }),
  day: () => ({ schema: { type: "string", format: "date" }, value: "2026-03-14" }),
  url: (random) => ({
    schema: { type: "string", format: "uri" },
    value: `https://api.example.com/${random.pick(words)}/${random.whole(10_000)}`,
  }),
  email: (random) => ({
    schema: { type: "string", format: "email" },
    value: `${random.pick(words)}@example.com`,
  }),
  number: (random) => ({ schema: { type: "integer", format: "int64" }, value: random.whole(2 ** 31) }),
  status: (random) => ({ schema: { type: "string", enum: statuses }, value: random.pick(statuses) }),
  key: (random) => {
    const [pattern, value] = random.pick(patterns);
    return { schema: { type: "string", pattern }, value: value(random) };
  },
  labels: (random) => ({
    schema: { type: "array", items: { type: "string" }, maxItems: 100, uniqueItems: true },
    value: [random.pick(words), `${random.pick(words)}-2`],
  }),
  metadata: (random) => ({
    schema: {
      type: "object",
      additionalProperties: {
        oneOf: [{ type: "string" }, { type: "integer" }, { type: "array", items: { type: "string" } }],
      },
    },
    value: { source: random.pick(words), attempt: 3 },
  }),
  limit: () => ({
    schema: {
      anyOf: [
        { type: "integer", minimum: 1 },
        { type: "string", enum: ["unlimited"] },
      ],
    },
    value: 50,
  }),
};

const beginnings = "primary last first default effective internal public billing external previous".split(
  " ",
);

/**
 * Creates properties for an object, by name.
 * @param depth how many levels of nested objects are allowed
 */
export function properties(random: Random, count: number, depth: number): Record<string, Sample> {
  const made: Record<string, Sample> = {};
  const names = Object.keys(kinds);
  for (let n = 0; n < count; n++) {
    const kind = random.pick(names);
    const name = `${random.pick(beginnings)}_${kind}${n > 12 ? `_${n}` : ""}`;
    const sample =
      depth > 0 && random.chance(0.12)
        ? nested(random, 3 + random.whole(5), depth - 1)
        : (kinds[kind] as (random: Random) => Sample)(random);
    const isNullable = random.chance(0.15);
    made[name] = {
      schema: {
        description: random.chance(0.6) ? sentence(random) : `The ${spoken(name)}.`,
        ...sample.schema,
        ...(isNullable && { nullable: true, ...(sample.schema.enum ? { enum: [...statuses, null] } : {}) }),
        ...(random.chance(0.08) && { deprecated: true }),
      },
      value: sample.value,
    };
  }
  return made;
}

function nested(random: Random, count: number, depth: number): Sample {
  const inner = object(properties(random, count, depth), random);
  if (!random.chance(0.4)) return inner;
  return { schema: { type: "array", items: inner.schema }, value: [inner.value] };
}

/** An object with these properties, about half of them required. */
export function object(parts: Record<string, Sample>, random: Random): Sample {
  const entries = Object.entries(parts);
  const required = entries.map(([name]) => name).filter(() => random.chance(0.5));
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
    },
    value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
  };
}
