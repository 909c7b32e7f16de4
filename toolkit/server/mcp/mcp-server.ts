import type { CallToolRequest, CallToolResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { DocumentOperation } from "../document/document.ts";
import { namesIn, pointerTo } from "../document/references.ts";
import type { RequestFault } from "../document/request-fault.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { Violation } from "../validation/ajv-factories.ts";
import { inWords } from "../validation/request-faults.ts";
import { askForAgreement } from "./agreement.ts";
import { ArgumentError } from "./calls/argument-error.ts";
import { CallError, callErrorOf } from "./calls/call-error.ts";
import { refusal } from "./calls/call-result.ts";
import type { Credentials } from "./calls/credentials.ts";
import type { SendCall } from "./calls/send-call.ts";
import type { Sdk } from "./sdk.ts";
import type { Argument } from "./tools/argument.ts";
import { textWithin } from "./tools/text-within.ts";
import type { OperationTool } from "./tools/tools.ts";
import type { Toolset } from "./toolset.ts";

/** What a call needs beside its message. */
export interface Exchange {
  send: SendCall;
  credentials: (operation: DocumentOperation) => Credentials;
  /** Counts a call that becomes no request; throws the refusal if there were too many. */
  countUnsent?: () => Promise<void>;
  /** The body of the document's error for faults of a request, as JSON. */
  describeFaults?: (operation: DocumentOperation, message: string, details: RequestFault[]) => string;
  /** Reports an unexpected error, which callers don't see. */
  report: (error: Error) => void;
  /** Set for an error of JSON-RPC, whose response over HTTP has its status. */
  failure?: CallError;
}

/** Characters. */
const maxInstructions = 1000;
/** Characters of an item in a progress message. */
const maxProgress = 500;

/** An MCP server for one request, or for one connection. */
export function createMcpServer(sdk: Sdk, toolset: Toolset, exchange: Exchange): Server {
  const { title, version, summary, description } = toolset.document.info;
  const about = textWithin(summary ?? description ?? "", maxInstructions);
  const server = new sdk.Server(
    { name: textWithin(title, 100) || "API", version: version || "0" },
    { capabilities: { tools: {} }, ...(about !== "" && { instructions: about }) },
  );
  server.setRequestHandler("tools/list", () => ({ tools: toolset.definitions() as never }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    const answered = await toolset.answer(name, given);
    if (answered) return answered;
    const found = toolset.find(name, given);
    if (!found)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${textWithin(name, 64)}`,
      );
    try {
      const call = await toolset.prepare(found, exchange.credentials(found.tool.operation));
      const agreement = askForAgreement(sdk, server, call, context);
      if (agreement) return unsent(exchange, agreement);
      const result = await toolset.call(call, {
        send: exchange.send,
        signal: context.mcpReq.signal,
        onItem: (count, text) => reportItem(params, context, count, text),
      });
      const advertised = toolset.definitions().find((one) => one.name === name);
      return server.projectCallToolResult(result, advertised?.outputSchema);
    } catch (error) {
      const failure = error instanceof CallError ? error : failureOf(toolset, found.tool, error, exchange);
      if (failure) {
        const refused = failure === error ? undefined : await unsent(exchange, undefined);
        if (refused) return refused;
        exchange.failure = failure;
        throw new sdk.ProtocolError(failure.code, failure.message, failure.data);
      }
      if (error instanceof ArgumentError) return unsent(exchange, refusal(error.message));
      exchange.report(error instanceof Error ? error : new Error(String(error)));
      return refusal("The call failed. Try again later.");
    }
  });
  return server;
}

/** The error of JSON-RPC for wrong arguments, where `x-mcp` has one for an invalid request. */
function failureOf(
  { document }: Toolset,
  tool: OperationTool,
  error: unknown,
  { describeFaults }: Exchange,
): CallError | undefined {
  if (!(error instanceof ArgumentError)) return undefined;
  const { message, violations } = error;
  const details = argumentFaults(tool.arguments().list, violations);
  const text = describeFaults?.(tool.operation, message, details) ?? "";
  return callErrorOf(tool, document, { status: 400, text, outcome: message });
}

/** Faults of arguments as those of the request that they would have been. */
function argumentFaults(list: Argument[], violations: Violation[]): RequestFault[] {
  return violations.flatMap(({ pointer, rule, message }) => {
    const path = namesIn(pointer);
    const within = list.find(({ at }) => at.every((name, n) => name === path[n]));
    if (within)
      return [{ ...placeOf(within, path.slice(within.at.length)), rule, message: inWords(message) }];
    // An object is missing, and with it what it has to contain.
    const missing = list.filter(({ at, required }) => required && path.every((name, n) => name === at[n]));
    return missing.map((one) => ({ ...placeOf(one, []), rule: "required", message: "is missing" }));
  });
}

function placeOf({ place, target }: Argument, path: string[]): Pick<RequestFault, "in" | "name" | "pointer"> {
  if (place !== "body" && place !== "field") return { in: place, name: target };
  const inBody = place === "field" ? [target, ...path] : path;
  return { in: "body", pointer: pointerTo(inBody) };
}

async function unsent<Answer>({ countUnsent }: Exchange, answer: Answer): Promise<Answer | CallToolResult> {
  try {
    await countUnsent?.();
    return answer;
  } catch (error) {
    if (error instanceof ApiError) return refusal(error.message);
    throw error;
  }
}

/** Sends progress, if the caller has asked for it. */
async function reportItem(
  { _meta }: CallToolRequest["params"],
  { mcpReq }: ServerContext,
  progress: number,
  text: string,
): Promise<void> {
  const progressToken = _meta?.progressToken ?? mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress, message: text.slice(0, maxProgress) };
  await mcpReq.notify({ method: "notifications/progress", params });
}
