import type { CallToolResult } from "@modelcontextprotocol/server";
import type MiniSearch from "minisearch";
import type { MaybePromise } from "../http/composition/step.ts";
import { ArgumentError } from "./calls/argument-error.ts";
import { refusal } from "./calls/call-result.ts";
import type { ReadArguments } from "./calls/read-arguments.ts";
import { textWithin } from "./tools/text-within.ts";
import type { OperationTool, ToolDefinition } from "./tools/tools.ts";

/** With more tools than this, their definitions would fill a model's context. */
export const maxListed = 40;

const names = {
  search: "search_operations",
  describe: "describe_operation",
  call: "call_operation",
} as const;

/** Characters. */
const maxQuery = 200;
const maxGroups = 900;
const maxFound = 10;

/** Finds and describes the operations of a large document, in place of a list of all. */
export function createCatalog(tools: OperationTool[], readArguments: ReadArguments) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const groups = [...Map.groupBy(tools, ({ group }) => group ?? "")].flatMap(([group, { length }]) =>
    group === "" ? [] : [`${group} (${length})`],
  );
  // From the start, since building it takes longer than a search may.
  const index = indexOf(tools);
  const listed = definitions(tools.length, textWithin(groups.join(", "), maxGroups));
  return {
    definitions: listed,
    /** The answer to a search or a description; undefined for other tools. */
    answer(name: string, given: Record<string, unknown>): MaybePromise<CallToolResult> | undefined {
      const read = readCall(name, given);
      if (read instanceof ArgumentError) return refusal(read.message);
      if (name === names.search) return search(read);
      return name === names.describe ? describe(read) : undefined;
    },
    /** The operation and its arguments, for `call_operation`; undefined for other tools. */
    target(name: string, given: Record<string, unknown>) {
      const read = name === names.call ? readCall(name, given) : undefined;
      if (!read || read instanceof ArgumentError) return undefined;
      return { name: String(read.operation), given: { ...(read.arguments as object | undefined) } };
    },
  };

  function readCall(name: string, given: Record<string, unknown>): Record<string, unknown> | ArgumentError {
    const definition = listed.find((one) => one.name === name);
    const present = Object.entries(given).filter(([, value]) => value !== null);
    try {
      return definition ? readArguments(definition.inputSchema, Object.fromEntries(present)) : given;
    } catch (error) {
      if (error instanceof ArgumentError) return error;
      throw error;
    }
  }

  async function search({ query, group }: Record<string, unknown>): Promise<CallToolResult> {
    const words = typeof query === "string" ? query.slice(0, maxQuery) : "";
    const isWanted = (tool: OperationTool | undefined) =>
      tool !== undefined && (typeof group !== "string" || tool.group?.toLowerCase() === group.toLowerCase());
    const found =
      words.trim() === "" ? tools : (await index).search(words).flatMap(({ id }) => byName.get(id) ?? []);
    const operations = found
      .filter(isWanted)
      .slice(0, maxFound)
      .map(({ name, summary, group: of, operation }) => ({
        operation: name,
        summary,
        ...(of !== undefined && { group: of }),
        changes: operation.method !== "get" && operation.method !== "head",
      }));
    return structured({ operations });
  }

  function describe({ operation }: Record<string, unknown>): CallToolResult {
    const tool = byName.get(String(operation));
    return tool ? structured({ ...tool.definition() }) : unknownOperation(String(operation));
  }
}

function structured(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(content) }], structuredContent: content };
}

/** The refusal of a name that no operation has. */
export function unknownOperation(name: string): CallToolResult {
  return refusal(`There is no operation ${textWithin(name, 64)}. Find one with ${names.search}.`);
}

async function indexOf(tools: OperationTool[]): Promise<MiniSearch> {
  const { default: MiniSearch } = await import("minisearch");
  const index = new MiniSearch({
    idField: "name",
    fields: ["words", "summary", "group", "path", "description"],
    searchOptions: {
      boost: { words: 3, summary: 2 },
      // Most of the words in an API begin like "a" or "of", and finding them all takes longest.
      prefix: (word) => word.length > 2,
      fuzzy: (word) => word.length > 2 && 0.2,
    },
  });
  // In pieces, between which requests are answered.
  await index.addAllAsync(
    tools.map(({ name, summary, group, operation }) => ({
      name,
      words: name.split(/(?<=[a-z])(?=[A-Z\d])|[_-]/).join(" "),
      summary,
      group,
      path: operation.path,
      description: textWithin(operation.description ?? "", 300),
    })),
  );
  return index;
}

function definitions(count: number, groups: string): ToolDefinition[] {
  const operation = { type: "string", description: `A name from ${names.search}.` };
  const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  return [
    {
      name: names.search,
      description:
        `Finds some of the API's ${count} operations by words, such as "create invoice", best first.` +
        (groups === "" ? "" : ` Groups: ${groups}.`),
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string", description: `Its first ${maxQuery} characters count.` },
          group: { type: "string", description: "Only operations of this group." },
        },
        additionalProperties: false,
      },
      annotations: reading,
    },
    {
      name: names.describe,
      description: "Describes an operation with the schemas of its arguments and its response.",
      inputSchema: {
        type: "object",
        properties: { operation },
        required: ["operation"],
        additionalProperties: false,
      },
      annotations: reading,
    },
    {
      name: names.call,
      description: `Calls an operation. Its arguments are described by ${names.describe}.`,
      inputSchema: {
        type: "object",
        properties: { operation, arguments: { type: "object" } },
        required: ["operation"],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
  ];
}
