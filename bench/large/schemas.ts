import { addEvents } from "./events.ts";
import {
  nullableRef,
  object,
  properties,
  refTo,
  type Sample,
  type Samples,
  type Schema,
} from "./properties.ts";
import { createRandom, type Random } from "./random.ts";
import { sharedSchemas } from "./shared-schemas.ts";
import { areas, paragraphs, spoken } from "./vocabulary.ts";

/**
 * Creates about 900 schemas. A resource refers to short forms of others and to one or two full ones created before it,
 * so a schema leads to up to a hundred others, ten levels deep. Comments, filters and folders are recursive.
 */
export function createSchemas(): Samples {
  const samples = sharedSchemas();
  const names = Object.values(areas).flat();
  for (const name of names) addShort(samples, name);
  for (const [area, members] of Object.entries(areas)) {
    for (const [at, name] of members.entries()) addResource(samples, { area, name, at, names });
  }
  return samples;
}

/** Adds the short form of a resource, which others refer to. */
function addShort(samples: Samples, name: string): void {
  const random = createRandom(`${name}-simple`);
  const own = {
    id: { schema: refTo("id"), value: samples.get("id")?.value },
    owner: { schema: refTo("user-simple"), value: samples.get("user-simple")?.value },
    ...properties(random, 8 + random.whole(8), 1),
  };
  const { schema, value } = object(own, random);
  samples.set(`${name}-simple`, { schema: { title: `${spoken(name)}, in short`, ...schema }, value });
}

interface Resource {
  area: string;
  name: string;
  /** Its index in the area. */
  at: number;
  names: string[];
}

function addResource(samples: Samples, { area, name, at, names }: Resource): void {
  const random = createRandom(name);
  const sampleOf = (one: string): Sample => ({ schema: refTo(one), value: samples.get(one)?.value });
  const others = Array.from({ length: 4 + random.whole(4) }, () => `${random.pick(names)}-simple`);
  const before = areas[area]?.slice(0, at) ?? [];
  if (before.length > 0) others.push(random.pick(before));
  const elsewhere = names.slice(0, Math.max(0, names.indexOf(name) - 5));
  if (elsewhere.length > 0 && random.chance(0.5)) others.push(random.pick(elsewhere));

  samples.set(`${name}-state`, {
    schema: {
      type: "string",
      description: paragraphs(random, 1),
      enum: ["open", "closed", `${name}_merged`],
    },
    value: "open",
  });
  const writable = properties(random, 14 + random.whole(10), 2);
  const full = object(
    {
      id: { schema: { allOf: [refTo("id")], readOnly: true }, value: samples.get("id")?.value },
      state: sampleOf(`${name}-state`),
      author: { schema: nullableRef("user-simple"), value: null },
      team: sampleOf("team-simple"),
      ...writable,
      ...properties(random, 16 + random.whole(20), 3),
    },
    random,
  );
  const related = Object.fromEntries(
    others.map((other) => [`related_${other.replace("-simple", "")}`, relatedSchema(random, other)]),
  );
  samples.set(name, {
    schema: {
      title: spoken(name),
      description: paragraphs(random, 2),
      ...full.schema,
      properties: { ...(full.schema.properties as Schema), ...related },
    },
    value: full.value,
  });
  const create = object(writable, random);
  samples.set(`${name}-create`, {
    schema: { ...create.schema, additionalProperties: false },
    value: create.value,
  });
  samples.set(`${name}-update`, {
    schema: {
      type: "object",
      minProperties: 1,
      properties: { ...(create.schema.properties as Schema), state: refTo(`${name}-state`) },
    },
    value: { state: "closed" },
  });
  samples.set(`${name}-filter`, {
    schema: {
      description: paragraphs(random, 1),
      oneOf: [
        {
          type: "object",
          required: ["all"],
          additionalProperties: false,
          properties: { all: { type: "array", items: refTo(`${name}-filter`), minItems: 1 } },
        },
        {
          type: "object",
          required: ["not"],
          additionalProperties: false,
          properties: { not: refTo(`${name}-filter`) },
        },
        {
          type: "object",
          required: ["field", "equals"],
          additionalProperties: false,
          properties: { field: { type: "string", enum: Object.keys(writable) }, equals: {} },
        },
      ],
    },
    value: { all: [{ field: Object.keys(writable)[0], equals: 3 }] },
  });
  addEvents(samples, name, random);
}

function relatedSchema(random: Random, name: string): Schema {
  if (random.chance(0.3)) return { type: "array", items: refTo(name) };
  return random.chance(0.5) ? nullableRef(name) : refTo(name);
}
