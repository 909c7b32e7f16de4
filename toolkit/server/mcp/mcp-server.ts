import { randomUUID } from "node:crypto";
import type { CallToolRequest, CallToolResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { DocumentOperation } from "../document/document.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { ArgumentError } from "./calls/argument-error.ts";
import type { Credentials } from "./calls/credentials.ts";
import type { SendCall } from "./calls/send-call.ts";
import { textWithin } from "./tools/text-within.ts";
import { confirmation } from "./tools/tool-arguments.ts";
import type { FoundCall, Toolset } from "./toolset.ts";

/** The SDK, imported only by servers with MCP: it takes longer to load than the rest of a small server. */
export type Sdk = typeof import("@modelcontextprotocol/server");

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
const maxQuestion = 500;
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
    const agreement = askForAgreement(sdk, server, found, context);
    if (agreement) return unsent(exchange, agreement);
    const { [confirmation]: _, ...values } = found.given;
    const call = found.tool.confirm === undefined ? found : { ...found, given: values };
    try {
      const result = await toolset.call(call, {
        send: exchange.send,
        credentials: exchange.credentials(found.tool.operation),
        idempotencyKey: randomUUID(),
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

function refusal(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/**
 * The answer to a call to which a person hasn't agreed yet; undefined to go on. Clients that can ask a person do so;
 * others state the agreement in an argument.
 */
function askForAgreement(sdk: Sdk, server: Server, { tool, given }: FoundCall, { mcpReq }: ServerContext) {
  if (tool.confirm === undefined) return undefined;
  const { [confirmation]: confirmed, ...values } = given;
  const fixed = tool.arguments().list.flatMap((one) => (one.fixed ? [[one.name, one.fixed.value]] : []));
  const sent = JSON.stringify({ ...values, ...Object.fromEntries(fixed) });
  const question = textWithin(`${tool.confirm} ${tool.name} ${sent}`, maxQuestion);
  if (server.getClientCapabilities()?.elicitation === undefined) {
    if (confirmed === true) return undefined;
    return refusal(`Ask a person: ${question} If the answer is yes, call again with ${confirmation}: true.`);
  }
  const answer = sdk.inputResponse(mcpReq.inputResponses, confirmation);
  if (answer.kind === "elicit") {
    const isAgreed = answer.action === "accept" && answer.content?.[confirmation] === true;
    return isAgreed ? undefined : refusal("The person didn't agree, so nothing was called.");
  }
  const requestedSchema = {
    type: "object" as const,
    properties: { [confirmation]: { type: "boolean" as const, title: "I agree" } },
    required: [confirmation],
  };
  const ask = sdk.inputRequired.elicit({ mode: "form", message: question, requestedSchema });
  return sdk.inputRequired({ inputRequests: { [confirmation]: ask } });
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
