import { readFile } from "node:fs/promises";
import path from "node:path";
import { publishedUcp } from "./published-ucp.ts";

type Json = Record<string, unknown>;

/** A tool as `tools/list` has it. */
export interface ListedTool {
  name: string;
  inputSchema: object;
}

interface Method {
  name: string;
  params: { name: string; required?: boolean; schema: Json }[];
}

/**
 * The published methods of MCP that the shop offers, each as an operation whose body has the arguments. What a request has
 * of a checkout is composed as over REST, because both refer to the same schema.
 * @param folder with `services` and `schemas`
 */
export async function publishedUcpTools(folder: string): Promise<Json> {
  const file = path.join(folder, "services/shopping/mcp.openrpc.json");
  const { methods, components }: { methods: Method[]; components: { schemas: Json } } = JSON.parse(
    await readFile(file, "utf8"),
  );
  const rest = await publishedUcp(folder);
  const composed = rest.components as { schemas: Json };
  const bodies = bodiesOf(rest.paths as Record<string, Json>);
  const offered = methods.filter(({ name }) => bodies.has(name));
  return documentOf(
    offered.map(({ name, params }) => ({
      name,
      schema: {
        type: "object",
        required: params.flatMap((one) => (one.required ? [one.name] : [])),
        properties: Object.fromEntries(
          params.map((one) => {
            const refersToFile = String(one.schema.$ref).startsWith("../");
            return [one.name, refersToFile ? bodies.get(name) : one.schema];
          }),
        ),
      },
    })),
    { ...composed.schemas, meta: components.schemas.meta },
  );
}

/** Our tools in the same form. */
export function listedTools(tools: ListedTool[]): Json {
  const schemas: Json = {};
  const operations = tools.map(({ name, inputSchema }) => {
    // Each tool has its own definitions.
    const text = JSON.stringify(inputSchema).replaceAll("#/$defs/", `#/components/schemas/${name}_`);
    const { $schema, $defs = {}, ...schema } = JSON.parse(text);
    for (const [key, value] of Object.entries($defs)) schemas[`${name}_${key}`] = value;
    return { name, schema };
  });
  return documentOf(operations, schemas);
}

/** By operation; undefined for one without a body. */
function bodiesOf(paths: Record<string, Json>): Map<string, unknown> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Json[]);
  return new Map(
    operations.flatMap(({ operationId, requestBody }): [string, unknown][] => {
      if (typeof operationId !== "string") return [];
      const [media] = Object.values((requestBody as { content?: Record<string, Json> })?.content ?? {});
      return [[operationId, media?.schema]];
    }),
  );
}

function documentOf(operations: { name: string; schema: object }[], schemas: Json): Json {
  const paths = operations.map(({ name, schema }) => [
    `/${name}`,
    {
      post: {
        operationId: name,
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: { "200": { description: "The result." } },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Tools", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas },
  };
}
