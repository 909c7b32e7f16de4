import { body, content, type Operation, refusals } from "./contents.ts";
import { refTo, type Schema } from "./properties.ts";
import { createRandom, type Random } from "./random.ts";
import { areas, paragraphs, plural, sentence, spoken } from "./vocabulary.ts";

export type Paths = Record<string, Record<string, Operation>>;

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Ten operations per resource: 1,200. */
export function createPaths(): Paths {
  const paths: Paths = {};
  for (const [area, names] of Object.entries(areas)) {
    for (const name of names) Object.assign(paths, pathsOf(area, name));
  }
  return paths;
}

function pathsOf(area: string, name: string): Paths {
  const random = createRandom(`paths ${name}`);
  const all = `/organizations/{organization}/${area}/${plural(name).replaceAll("_", "-")}`;
  const one = `${all}/{${name}_id}`;
  const id = parameter(`${name}-id`);
  const operation = (verb: string, what: string, rest: Operation): Operation => ({
    summary: `${verb} ${what}`,
    description: paragraphs(random, 3),
    tags: [area],
    operationId: `${area}/${verb}-${what}`.toLowerCase().replaceAll(/[ _']/g, "-"),
    externalDocs: { description: "Guide", url: `https://docs.example.com/${area}/${name}` },
    ...rest,
    "x-since": `2026-0${1 + random.whole(9)}-01`,
  });
  const title = spoken(name);
  const some = plural(title);
  return {
    [all]: {
      get: operation("List", some, {
        parameters: [parameter("organization"), ...filters(random), parameter("page"), parameter("per-page")],
        responses: {
          "200": content("The page.", { type: "array", items: refTo(name) }, `${name}-items`, {
            Link: header("link"),
          }),
          ...refusals("forbidden", "not-found"),
        },
      }),
      post: operation("Create", title, {
        parameters: [parameter("organization"), parameter("idempotency-key")],
        requestBody: body(`${name}-create`),
        responses: {
          "201": content("Created.", refTo(name), name),
          ...refusals("forbidden", "not-found", "validation-failed"),
        },
      }),
    },
    [`${all}/search`]: {
      post: operation("Search", some, {
        parameters: [parameter("organization")],
        requestBody: body(`${name}-filter`),
        responses: {
          "200": content("What was found.", found(name), undefined),
          ...refusals("forbidden", "validation-failed"),
        },
      }),
    },
    [one]: {
      get: operation("Get", title, {
        parameters: [parameter("organization"), id, parameter("fields")],
        responses: {
          "200": content("As it is now.", refTo(name), name),
          "304": { description: "Not modified" },
          ...refusals("not-found"),
        },
      }),
      patch: operation("Update", title, {
        parameters: [parameter("organization"), id],
        requestBody: body(`${name}-update`),
        responses: {
          "200": content("Updated.", refTo(name), name),
          ...refusals("not-found", "conflict", "validation-failed"),
        },
      }),
      delete: operation("Delete", title, {
        parameters: [parameter("organization"), id],
        responses: { "204": { description: "Deleted" }, ...refusals("forbidden", "not-found") },
      }),
    },
    [`${one}/comments`]: {
      get: operation("List comments of", title, {
        parameters: [
          parameter("organization"),
          id,
          parameter("since"),
          parameter("page"),
          parameter("per-page"),
        ],
        responses: {
          "200": content("The page.", { type: "array", items: refTo("comment") }, "comments"),
          ...refusals("not-found"),
        },
      }),
      post: operation("Comment on", title, {
        parameters: [parameter("organization"), id],
        requestBody: body("comment-create"),
        responses: {
          "201": content("Said.", refTo("comment"), undefined),
          ...refusals("not-found", "validation-failed"),
        },
      }),
    },
    [`${one}/events`]: {
      get: operation("List events of", title, {
        parameters: [parameter("organization"), id, parameter("since"), parameter("page")],
        responses: {
          "200": content("The page.", { type: "array", items: refTo(`${name}-event`) }, `${name}-events`),
          ...refusals("not-found"),
        },
      }),
    },
    [`${one}/owner`]: {
      put: operation("Assign", title, {
        parameters: [parameter("organization"), id],
        requestBody: { required: true, content: { "application/json": { schema: assignment(random) } } },
        responses: {
          "200": content("Assigned.", refTo(`${name}-simple`), undefined),
          ...refusals("forbidden", "not-found"),
        },
      }),
    },
  };
}

function found(name: string): Schema {
  return {
    type: "object",
    required: ["total_count", "items"],
    properties: {
      total_count: { type: "integer", minimum: 0 },
      incomplete: { type: "boolean" },
      items: {
        type: "array",
        items: {
          allOf: [refTo(`${name}-simple`), { type: "object", properties: { score: { type: "number" } } }],
        },
      },
    },
  };
}

/** A request body used by this operation only. */
function assignment(random: Random): Schema {
  return {
    type: "object",
    required: ["owner"],
    properties: {
      owner: { description: sentence(random), anyOf: [refTo("id"), { type: "string", format: "email" }] },
      note: { type: "string", maxLength: 500, nullable: true, description: sentence(random) },
      notify: { type: "array", items: refTo("id"), maxItems: 50 },
    },
  };
}

/** Query parameters used by this operation only. */
function filters(random: Random): Operation[] {
  const kinds: [string, Schema][] = [
    ["sort", { type: "string", enum: ["created", "updated", "name"], default: "created" }],
    ["direction", { type: "string", enum: ["asc", "desc"] }],
    ["labels", { type: "array", items: { type: "string", minLength: 1 }, maxItems: 10 }],
    ["created_after", { type: "string", format: "date-time" }],
    ["min_score", { type: "integer", minimum: 0, maximum: 100 }],
  ];
  return kinds
    .filter(() => random.chance(0.6))
    .map(([name, schema]) => ({ name, in: "query", description: paragraphs(random, 1), schema }));
}
