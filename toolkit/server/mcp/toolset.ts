import { randomUUID } from "node:crypto";
import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { createOperationTrees } from "../http/route.ts";
import type { Formats } from "../validation/schemas/format-test.ts";
import { ArgumentError } from "./calls/argument-error.ts";
import { callRequest } from "./calls/call-request.ts";
import { callResult, type OnItem } from "./calls/call-result.ts";
import type { Credentials } from "./calls/credentials.ts";
import { createArgumentReader, readToolArguments } from "./calls/read-arguments.ts";
import type { CallRequest, SendCall } from "./calls/send-call.ts";
import { createCatalog, maxListed, unknownOperation } from "./catalog.ts";
import type { OperationTool } from "./tools/tools.ts";

/** What a document offers to agents. */
export type Toolset = ReturnType<typeof createToolset>;

export type PreparedCall = Awaited<ReturnType<Toolset["prepare"]>>;

/** How a call reaches the API. */
interface CallMeans {
  send: SendCall;
  signal: AbortSignal;
  onItem: OnItem;
}

export function createToolset(
  tools: OperationTool[],
  { document, basePath, formats }: { document: ApiDocument; basePath: string; formats?: Formats },
) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const read = createArgumentReader(document, formats);
  const catalog = tools.length > maxListed ? createCatalog(tools, read) : undefined;
  const leadsTo = createRouteCheck(document, basePath);
  return {
    document,
    /** All tools, or those of the catalog. */
    definitions: () => catalog?.definitions ?? tools.map(({ definition }) => definition()),
    /** The answer of a tool that only reads the document; undefined for a call of an operation. */
    answer(name: string, given: Record<string, unknown>) {
      const answered = catalog?.answer(name, given);
      if (answered) return answered;
      const target = catalog?.target(name, given);
      return target && !byName.has(target.name) ? unknownOperation(target.name) : undefined;
    },
    /** The operation that a call is for; undefined if there is none of this name. */
    find(name: string, given: Record<string, unknown>) {
      const target = catalog ? catalog.target(name, given) : { name, given };
      const tool = target && byName.get(target.name);
      return tool && { tool, given: target.given };
    },
    /** @throws ArgumentError for arguments that aren't as documented, or that lead to another operation */
    async prepare(
      { tool, given }: { tool: OperationTool; given: Record<string, unknown> },
      credentials: Credentials,
    ) {
      const { values, isConfirmed } = readToolArguments(tool, given, read);
      const parts = { document, basePath, credentials, uniqueId: randomUUID() };
      const request = await callRequest(tool, values, parts);
      if (leadsTo(request, tool.operation)) return { tool, values, isConfirmed, request };
      throw new ArgumentError(`${tool.name} can't be called with these arguments: they lead elsewhere.`);
    },
    /** @throws CallError for a refusal that is an error of JSON-RPC */
    async call(
      { tool, request }: { tool: OperationTool; request: CallRequest },
      { send, signal, onItem }: CallMeans,
    ) {
      const response = await send(request, signal);
      return callResult(tool, response, { document, target: request.target, onItem });
    },
  };
}

/** Whether a server of the document would choose an operation for a request: `/pallets/owners` may be another one. */
function createRouteCheck(document: ApiDocument, basePath: string) {
  let trees: ReturnType<typeof createOperationTrees> | undefined;
  return ({ method, target, headers }: CallRequest, operation: DocumentOperation): boolean => {
    trees ??= createOperationTrees(document, basePath);
    const [path = ""] = target.split("?");
    const byLowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const said = { url: target, headers: Object.fromEntries(byLowerCase) };
    return trees.find(method, target, path, said)?.place.operation === operation;
  };
}
