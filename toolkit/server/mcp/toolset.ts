import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ApiDocument } from "../document/document.ts";
import type { MaybePromise } from "../http/composition/maybe-promise.ts";
import { callRequest } from "./calls/call-request.ts";
import { callResult, type OnItem } from "./calls/call-result.ts";
import type { Credentials } from "./calls/credentials.ts";
import type { SendCall } from "./calls/send-call.ts";
import { type Catalog, createCatalog, maxListed, unknownOperation } from "./catalog.ts";
import type { OperationTool, ToolDefinition } from "./tools/tools.ts";

/** What a document offers to agents. */
export interface Toolset {
  document: ApiDocument;
  /** All tools, or those of the catalog. */
  definitions: () => ToolDefinition[];
  /** The answer of a tool that only reads the document; undefined for a call of an operation. */
  answer(name: string, given: Record<string, unknown>): MaybePromise<CallToolResult> | undefined;
  /** The operation that a call is for; undefined if there is none of this name. */
  find(name: string, given: Record<string, unknown>): FoundCall | undefined;
  /** @throws ArgumentError for arguments that no request can carry */
  call(found: FoundCall, means: CallMeans): Promise<CallToolResult>;
}

export interface FoundCall {
  tool: OperationTool;
  given: Record<string, unknown>;
}

/** How a call reaches the API. */
export interface CallMeans {
  send: SendCall;
  credentials: Credentials;
  idempotencyKey: string;
  signal: AbortSignal;
  onItem: OnItem;
}

export function createToolset(
  tools: OperationTool[],
  { document, basePath }: { document: ApiDocument; basePath: string },
): Toolset {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const catalog: Catalog | undefined = tools.length > maxListed ? createCatalog(tools) : undefined;
  return {
    document,
    definitions: () => catalog?.definitions ?? tools.map(({ definition }) => definition()),
    answer(name, given) {
      const answered = catalog?.answer(name, given);
      if (answered) return answered;
      const target = catalog?.target(name, given);
      return target && !byName.has(target.name) ? unknownOperation(target.name) : undefined;
    },
    find(name, given) {
      const target = catalog ? catalog.target(name, given) : { name, given };
      const tool = target && byName.get(target.name);
      return tool && { tool, given: target.given };
    },
    async call({ tool, given }, { send, signal, onItem, ...parts }) {
      const request = await callRequest(tool, given, { document, basePath, ...parts });
      const response = await send(request, signal);
      return callResult(tool, response, { target: request.target, onItem });
    },
  };
}
