import type { RawDocument } from "../toolkit/server/document/document.ts";
import { readDocument } from "../toolkit/server/document/read-document.ts";
import { operationTools } from "../toolkit/server/mcp/tools/tools.ts";
import { createToolset } from "../toolkit/server/mcp/toolset.ts";
import type { Benches } from "./bench.ts";
import { createLargeDocument } from "./large/document.ts";

const queries = [
  "create invoice",
  "archived members of a team",
  "delete",
  "retenton rule",
  "export audit events",
];
const searches = 20;

function largeToolset() {
  const document = readDocument(createLargeDocument() as unknown as RawDocument);
  return createToolset(operationTools(document).tools, { document, basePath: "" });
}

/** What agents wait for, and what they read, with a document of 1,200 operations. */
export const mcpBenches: Benches = {
  async mcpSearch() {
    const toolset = largeToolset();
    const search = async (query: string): Promise<number> => {
      const startedAt = performance.now();
      await toolset.answer("search_operations", { query });
      return performance.now() - startedAt;
    };
    // A server that has just started is still building the index.
    const first = await search(queries[0] ?? "");
    const medians: Record<string, number> = {};
    for (const query of queries) {
      const times: number[] = [];
      for (let n = 0; n < searches; n++) times.push(await search(query));
      medians[query] = times.sort((a, b) => a - b)[searches / 2] ?? 0;
    }
    return {
      what: "a search over 1,200 operations takes (the worst of several queries)",
      figure: Math.max(...Object.values(medians)),
      bound: { atMost: 20 },
      unit: "ms",
      details: Object.fromEntries(
        Object.entries({ "right after the start": first, ...medians }).map(([name, ms]) => [
          name,
          `${ms.toFixed(1)} ms`,
        ]),
      ),
    };
  },
  async mcpList() {
    const tools = largeToolset().definitions();
    return {
      what: "the list of tools for 1,200 operations has, at four characters each",
      figure: JSON.stringify({ tools }).length / 4,
      bound: { atMost: 1000 },
      unit: "tokens",
      details: { tools: String(tools.length) },
    };
  },
};
