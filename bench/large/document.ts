import { createPaths, type Paths } from "./operations.ts";
import { refTo, type Samples, type Schema } from "./properties.ts";
import { createRandom } from "./random.ts";
import { createSchemas } from "./schemas.ts";
import { areas, paragraphs, spoken } from "./vocabulary.ts";

type Section = Record<string, Record<string, unknown>>;

export interface LargeDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers: Record<string, unknown>[];
  tags: Record<string, unknown>[];
  security: Record<string, string[]>[];
  paths: Paths;
  components: Record<string, Section>;
}

/**
 * An OpenAPI 3.0 document with 1,200 operations and about 970 schemas, as large and cross-referenced as the
 * largest published ones. Identical in every run.
 */
export function createLargeDocument(): LargeDocument {
  const random = createRandom("document");
  const samples = createSchemas();
  return {
    openapi: "3.0.3",
    info: {
      title: "Large",
      version: "1.0.0",
      description: paragraphs(random, 4),
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "https://api.example.com" }],
    tags: Object.keys(areas).map((name) => ({ name, description: paragraphs(random, 1) })),
    security: [{ token: [] }],
    paths: createPaths(),
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      parameters: parameters(),
      headers: {
        link: {
          description: "Where the other pages are.",
          schema: { type: "string" },
          example: '<https://api.example.com?page=2>; rel="next"',
        },
      },
      responses: responses(),
      examples: examples(samples),
      schemas: Object.fromEntries(
        [...samples].map(([name, { schema }]) => [name, schema as Section[string]]),
      ),
    },
  };
}

function parameters(): Section {
  const random = createRandom("parameters");
  const shared: [string, string, string, Schema, unknown][] = [
    ["organization", "path", "organization", { type: "string", minLength: 1, maxLength: 80 }, "acme"],
    ["page", "query", "page", { type: "integer", minimum: 1, default: 1 }, 2],
    ["per-page", "query", "per_page", { type: "integer", minimum: 1, maximum: 100, default: 30 }, 50],
    ["since", "query", "since", { type: "string", format: "date-time" }, "2026-03-14T08:30:00Z"],
    ["fields", "query", "fields", { type: "array", items: { type: "string" } }, ["id", "name"]],
    ["idempotency-key", "header", "Idempotency-Key", { type: "string", maxLength: 64 }, "9d1c7b"],
  ];
  for (const name of Object.values(areas).flat()) {
    shared.push([`${name}-id`, "path", `${name}_id`, refTo("id"), "wid_4fK2pQ9sLx"]);
  }
  return Object.fromEntries(
    shared.map(([key, place, name, schema, example]) => [
      key,
      { name, in: place, description: paragraphs(random, 1), required: place === "path", schema, example },
    ]),
  );
}

function responses(): Section {
  const described = {
    unauthorized: "Requires authentication",
    forbidden: "Forbidden",
    "not-found": "Resource not found",
    conflict: "Conflict",
    "validation-failed": "Validation failed",
  };
  return Object.fromEntries(
    Object.entries(described).map(([name, description]) => {
      const schema = refTo(name === "validation-failed" ? "validation-error" : "basic-error");
      return [name, { description, content: { "application/json": { schema } } }];
    }),
  );
}

/** Examples of resources, pages of them, request bodies and events. */
function examples(samples: Samples): Section {
  const named: Section = { comments: { value: [samples.get("comment")?.value] } };
  for (const [name, { value }] of samples) {
    const isSent = /-(create|update|filter)$/.test(name);
    if (isSent) named[name] = { summary: spoken(name), value };
  }
  for (const name of Object.values(areas).flat()) {
    const value = samples.get(name)?.value;
    named[name] = { summary: spoken(name), value };
    named[`${name}-items`] = { value: [value, value] };
    named[`${name}-events`] = { value: [samples.get(`${name}-event`)?.value] };
  }
  return named;
}
