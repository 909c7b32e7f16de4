import type { CallToolRequest, CallToolResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { DocumentOperation } from "../document/document.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { askForAgreement } from "./agreement.ts";
import { ArgumentError } from "./calls/argument-error.ts";
import { refusal } from "./calls/call-result.ts";
import type { Credentials } from "./calls/credentials.ts";
import type { SendCall } from "./calls/send-call.ts";
import type { Sdk } from "./sdk.ts";
import { textWithin } from "./tools/text-within.ts";
import type { Toolset } from "./toolset.ts";

/** What a call needs beside its message. */
export interface Exchange {
  send: SendCall;
  credentials: (operation: DocumentOperation) => Credentials;
  /** Counts a call that becomes no request; throws the refusal if there were too many. */
  countUnsent?: () => Promise<void>;
  /** Reports an unexpected error, which callers don't see. */
  report: (error: Error) => void;
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
      if (error instanceof ArgumentError) return unsent(exchange, refusal(error.message));
      exchange.report(error instanceof Error ? error : new Error(String(error)));
      return refusal("The call failed. Try again later.");
    }
  });
  return server;
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
