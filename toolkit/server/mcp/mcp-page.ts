import type { RequestListener } from "node:http";
import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { isOpen, type Security } from "../document/security.ts";
import { isObject } from "../document/walk.ts";
import type { AppParts } from "../http/app.ts";
import { bodyLimits } from "../http/body/body-limits.ts";
import { rawBodyReader } from "../http/body/raw-body-reader.ts";
import type { Step } from "../http/composition/step.ts";
import { contextOf, type RequestContext } from "../http/context.ts";
import { type Authenticators, createAuthentication } from "../http/credentials/authenticate.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { createErrorResponse } from "../http/errors/error-response.ts";
import type { ExchangeRequest } from "../http/exchange.ts";
import type { Page } from "../http/pages.ts";
import { isAllowedOrigin } from "../http/steps/cors.ts";
import { createRateLimit } from "../http/steps/rate-limit.ts";
import { SuppliedResponse } from "../http/supplied-response.ts";
import { credentialsOf } from "./calls/credentials.ts";
import { type PipelineSender, pipelineSender } from "./calls/pipeline-sender.ts";
import { createMcpHandler } from "./mcp-handler.ts";
import { type ProtectedResource, withMetadata } from "./protected-resource.ts";
import type { OperationTool } from "./tools/tools.ts";
import { createToolset, type Toolset } from "./toolset.ts";

interface McpPageParts extends Omit<AppParts, "pages" | "validators"> {
  /** For example `/mcp`. */
  path: string;
  tools: OperationTool[];
  /** Prefix of every path of the document. */
  basePath: string;
  /** The server's own URL; pages of its origin may call it. */
  publicUrl?: string;
  /** How clients get access tokens. */
  resource?: ProtectedResource | undefined;
  /** Answers the requests that calls become. */
  app: RequestListener;
  /** Wraps what sends these requests. */
  senderWith?: ((send: PipelineSender) => PipelineSender) | undefined;
}

/**
 * `POST /mcp`: the document's operations as tools, for protocol 2026-07-28 and the revisions of 2025. Each
 * call is a request to the app with the credentials of its caller.
 */
export function mcpPage(parts: McpPageParts): Page {
  const { path, document, tools, log, resource, senderWith = (own) => own } = parts;
  const toolset = createToolset(tools, parts);
  const operations = tools.map(({ operation }) => operation);
  const authenticate = authenticateAgent(document, operations, parts.authenticators);
  const security = operations.flatMap((operation) => operation.security);
  const rateLimit = createRateLimit(parts.limits, parts.limiter)();
  const send = senderWith(pipelineSender(parts.app, document));
  const answerOf = createErrorResponse(parts);
  const readBody = rawBodyReader(limitsOf(parts));
  const handle = createMcpHandler(toolset, (error) => log.debug({ err: error }, "MCP message refused"));

  return {
    method: "POST",
    path,
    handler: async (req, res, next) => {
      const context = contextOf(res);
      refuseOrigin(req, parts);
      await authenticate?.(req, res, context);
      if (context.refusal !== undefined) {
        if (resource) context.refusal = withMetadata(resource, { document, security }, context);
        await count(rateLimit, req, res, context);
      }
      readBody(req, res, next, async (bytes) => {
        if (!bytes) throw new ApiError("INVALID_REQUEST", "The body is too large.", { status: 413 });
        const message = parsed(bytes);
        const isCall = isOperationCall(toolset, message);
        if (!isCall) await count(rateLimit, req, res, context);
        const credentials = passedOn(document, req, context);
        await handle(
          message,
          { req, res },
          {
            credentials: () => credentials,
            send: (call, signal) => send(call, signal, req.socket),
            // On another response, since the head of this one may be sent already.
            ...(isCall && {
              countUnsent: () => count(rateLimit, req, new SuppliedResponse(req, () => {}), context),
            }),
            describeFaults: (operation, text, details) => {
              const { requestId } = context;
              const facts = { status: 400, code: "VALIDATION_ERROR", message: text, details, requestId };
              return answerOf(operation, facts).content?.text ?? "";
            },
            report: (error) => log.error({ err: error, requestId: context.requestId }, "tool call failed"),
          },
        );
      });
    },
  };
}

const mebibyte = 1024 * 1024;

/** A call's body is in its message, and files are in Base64. */
function limitsOf(parts: McpPageParts) {
  const { maxBodyBytes, maxUploadBytes } = bodyLimits(parts);
  const takesFiles = parts.document.operations.some(({ requestBody }) =>
    Object.keys(requestBody?.content ?? {}).some((type) => !/json|urlencoded|^text\//.test(type)),
  );
  const maxBytes = Math.ceil(takesFiles ? maxUploadBytes * (4 / 3) : maxBodyBytes) + mebibyte / 4;
  return { maxBytes, maxBytesAtOnce: Math.max(4 * maxBytes, 16 * mebibyte) };
}

/** A page of another origin could use the network position of the browser that shows it (DNS rebinding). */
function refuseOrigin(req: ExchangeRequest, { publicUrl, cors }: McpPageParts): void {
  const { origin } = req.headers;
  if (origin === undefined || (cors && isAllowedOrigin(cors, origin))) return;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return;
  throw new ApiError("FORBIDDEN", "Pages of this origin may not call this server.", { status: 403 });
}

async function count(rateLimit: Step | undefined, ...exchange: Parameters<Step>): Promise<void> {
  const [, , context] = exchange;
  await rateLimit?.(...exchange);
  if (context.refusal !== undefined) throw context.refusal;
}

function parsed(bytes: Buffer): unknown {
  let message: unknown;
  try {
    message = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new ApiError("INVALID_REQUEST", "The body isn't JSON.");
  }
  // Each would have to be counted.
  if (Array.isArray(message)) throw new ApiError("INVALID_REQUEST", "Batches of messages aren't supported.");
  return message;
}

/** Such a message is counted as the request that it becomes. */
function isOperationCall(toolset: Toolset, message: unknown): boolean {
  if (!isObject(message) || message.method !== "tools/call" || !isObject(message.params)) return false;
  const { name, arguments: given = {} } = message.params;
  return typeof name === "string" && isObject(given) && toolset.find(name, given) !== undefined;
}

/** The call's span is a child of this request's, and both are logged under the same id. */
function passedOn(document: ApiDocument, req: ExchangeRequest, { span, requestId }: RequestContext) {
  const { headers, ...credentials } = credentialsOf(document, { headers: req.headers, url: req.originalUrl });
  const { traceId, spanId } = span?.spanContext() ?? {};
  return {
    ...credentials,
    headers: {
      ...headers,
      "x-request-id": requestId,
      ...(traceId !== undefined && { traceparent: `00-${traceId}-${spanId}-01` }),
    },
  };
}

/**
 * Identifies the callers of all tools: any credential that one of their operations accepts, which checks its
 * scopes again. A wrong credential is refused, a missing one only if every operation needs one.
 * @param operations of the tools
 * @returns undefined if no operation takes a credential
 */
function authenticateAgent(
  document: ApiDocument,
  operations: DocumentOperation[],
  authenticators: Authenticators,
): Step | undefined {
  const alternatives = new Map<string, Security[number]>();
  for (const alternative of operations.flatMap(({ security }) => security)) {
    const schemes = Object.entries(alternative).sort(([a], [b]) => (a < b ? -1 : 1));
    if (schemes.length === 0) continue;
    for (const asked of [schemes.map(([name]) => [name, []] as const), schemes])
      alternatives.set(JSON.stringify(asked), Object.fromEntries(asked) as Security[number]);
  }
  const authenticate = createAuthentication(document, authenticators)([...alternatives.values()]);
  const mayBeAnyone = operations.some(({ security }) => isOpen(security));
  if (!authenticate || !mayBeAnyone) return authenticate;
  return async (req, res, context) => {
    await authenticate(req, res, context);
    if (context.identity === undefined && context.hasWrongCredential === false) context.refusal = undefined;
  };
}
