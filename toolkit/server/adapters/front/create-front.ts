import type { IncomingMessage, ServerResponse } from "node:http";
import type { DocumentOperation } from "../../document/document.ts";
import { openDocument } from "../../document/open-document.ts";
import { own } from "../../document/own.ts";
import { announcesBody } from "../../http/body/read-body.ts";
import type { Step } from "../../http/composition/step.ts";
import { newRequestId, type RequestContext } from "../../http/context.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { renderFromDocument } from "../../http/errors/render-error.ts";
import { respondToErrors } from "../../http/errors/respond-to-errors.ts";
import type { Connection, ExchangeRequest, ExchangeResponse, RequestHeaders } from "../../http/exchange.ts";
import { pathOf } from "../../http/path-tree.ts";
import { createRouter } from "../../http/route.ts";
import { createSentCheck } from "../../http/sent/sent-check.ts";
import type { SentJson } from "../../http/sent/sent-json.ts";
import { createHandling } from "../../http/steps/handle.ts";
import { refuseUnroutable } from "../../http/steps/refusals.ts";
import { SuppliedRequest } from "../../http/supplied-request.ts";
import { consoleLog } from "../../log/console-log.ts";
import { createValidators } from "../../validation/operation-validator.ts";
import { createRequestCheck, type PassingRequest } from "./check-request.ts";
import type { Contract, ContractFinding, ContractOptions } from "./contract-options.ts";
import { type ParsedBody, unparsedBytes } from "./parsed-body.ts";
import { peekedChunks } from "./peeked-chunks.ts";
import { watchResponse } from "./watch-response.ts";

/** A request on its way to the routes of an application. */
interface FrontRequest {
  req: IncomingMessage;
  res: ServerResponse;
  /** Path and query, as sent and as the application's router sees them: the document may have either. */
  targets: string[];
  /** Returns the client's. */
  address: () => string | undefined;
  /** Set if a parser has read the body. */
  parsed: ParsedBody | undefined;
  /** For a framework that serializes JSON itself: its result returns the JSON that is being sent. */
  watchJson?: () => () => SentJson | undefined;
}

/**
 * Checks a request, and watches its response.
 * @returns the request's contract, or undefined if the document doesn't have it; `isAnswered` if the routes behind must not see it
 */
export type Front = (passing: FrontRequest) => Promise<{ isAnswered: boolean; contract?: Contract }>;

/** What an operation's requests and responses go through. */
interface Checks {
  check: ReturnType<ReturnType<typeof createRequestCheck>["ofOperation"]>;
  checkSent: ReturnType<typeof createSentCheck>;
  /** Set for an operation with a handler. */
  answer: Step | undefined;
}

/** Puts a document in front of an application's routes. */
export async function createFront(options: ContractOptions): Promise<Front> {
  const { requests = "report", responses = "report", report = consoleReport(), strict = false } = options;
  const { handlers = {}, services = {} } = options;
  const document = await openDocument(options.document);
  const { formats, validators: written } = options;
  const validators = createValidators(document, { formats, written });
  const findOperation = createRouter(document);
  const { ofOperation, unroutable } = createRequestCheck(document, validators, options);
  const errorParts = {
    document,
    validators,
    renderError: options.renderError ?? renderFromDocument(document),
  };
  const answerFailure = respondToErrors({ ...errorParts, log: consoleLog() });
  // What is refused has been reported.
  const answerRefusal = respondToErrors({ ...errorParts, log: silent });
  const answerError = (error: unknown, res: ExchangeResponse): void =>
    (error instanceof ApiError ? answerRefusal : answerFailure)(error, res);
  const known = new Set(document.operations.map(({ operationId }) => operationId));
  const unknown = Object.keys(handlers).filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Error(`There are handlers for ${unknown.join(", ")}, but the document has no such operation.`);
  const ofOperations = new Map(
    document.operations.map((operation): [DocumentOperation, Checks] => {
      const handler = own(handlers, operation.operationId);
      const answer = handler && createHandling([operation], { handlers, services, validators })(operation);
      const checkSent = createSentCheck(document, operation, validators);
      return [operation, { check: ofOperation(operation), checkSent, answer }];
    }),
  );

  return async ({ req, res: response, targets, address, parsed, watchJson }) => {
    const res = response as unknown as ExchangeResponse;
    const { target, context, operation } = find(req, targets);
    res.locals ??= {};
    res.locals.context = context;
    const found = (finding: Pick<ContractFinding, "side" | "status" | "message" | "details">): void => {
      const { method, path } = context;
      report({ operationId: operation?.operationId, method, path, ...finding });
    };
    const checks = operation && ofOperations.get(operation);
    const isForHandler = checks?.answer !== undefined;
    const exchange = exchangeOf(req, { target, address, parsed, isForHandler });
    /** Whether the request may pass. */
    const passes = async (isReportOnly: boolean, step: Step): Promise<boolean> => {
      try {
        await step(exchange, res, context);
        return true;
      } catch (error) {
        // The client has left.
        if (req.destroyed && !req.complete) return false;
        if (error instanceof ApiError) {
          const { status, message, details } = error;
          found({ side: "request", status, message, ...(details && { details }) });
        }
        context.input = undefined;
        if (isReportOnly && error instanceof ApiError) return true;
        answerError(error, res);
        return false;
      }
    };
    try {
      if (!operation || !checks) {
        const isFault = strict && requests !== "off" && req.method !== "OPTIONS";
        const refuse = context.allow ? unroutable : refuseUnroutable;
        return { isAnswered: isFault && !(await passes(requests === "report", refuse)) };
      }
      const { check, checkSent, answer } = checks;
      if (answer) {
        if (await passes(false, check.beforeHandler))
          await attempt(() => answer(exchange, res, context), res);
        return { isAnswered: true };
      }
      if (requests !== "off" && !(await passes(requests === "report", check.beforeRoutes)))
        return { isAnswered: true };
      if (responses !== "off") {
        const asked = { method: context.method, headers: req.headers };
        watchResponse(response, {
          check: (head) => checkSent(asked, head),
          report: ({ violation: { message } }) =>
            found({ side: "response", status: response.statusCode, message }),
          refuse: responses === "enforce" ? ({ violation }) => answerRefusal(violation, res) : undefined,
          sentJson: watchJson?.(),
        });
      }
      const { operationId } = operation;
      const contract = { operationId, operation, ...context.input, caller: context.identity?.caller };
      return { isAnswered: false, contract };
    } finally {
      // Puts back what was read before a refusal.
      exchange.destroy();
      // Streams notice only in the next turn that nothing listens to them any more.
      if (parsed === undefined && announcesBody(req)) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  async function attempt(answer: () => void | Promise<void>, res: ExchangeResponse): Promise<void> {
    try {
      await answer();
    } catch (error) {
      answerError(error, res);
    }
  }

  function find(req: IncomingMessage, targets: string[]) {
    for (const target of targets) {
      const context = newContext(req, target);
      const asked = { method: context.method, url: target, headers: req.headers };
      const operation = findOperation(asked as ExchangeRequest, context);
      if (operation || context.allow) return { target, context, operation };
    }
    const [target = "/"] = targets;
    return { target, context: newContext(req, target), operation: undefined };
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

function newContext({ method = "GET" }: IncomingMessage, target: string): RequestContext {
  const path = pathOf({ url: target });
  return { requestId: newRequestId(), startedAt: performance.now(), method, path, pathParams: {} };
}

/** The request for the pipeline's steps, which leaves the body to the parsers behind. */
function exchangeOf(
  req: IncomingMessage,
  {
    target,
    address,
    parsed,
    isForHandler,
  }: Pick<FrontRequest, "address" | "parsed"> & { target: string; isForHandler: boolean },
): PassingRequest {
  const bytes = parsed && unparsedBytes(parsed);
  const headers = headersOf(req, bytes);
  const isStream = parsed ? bytes !== undefined : announcesBody(req);
  if (!isStream && !isForHandler)
    return new ReadRequest(req, { target, address, parsed, headers }) as unknown as PassingRequest;
  const { method = "GET", rawHeaders, httpVersion, socket } = req;
  const head = { method, target, headers, rawHeaders, httpVersion, socket, ip: address() };
  const supplied: PassingRequest = new SuppliedRequest(head, bytes ? chunkOf(bytes) : peekedChunks(req));
  if (!bytes) supplied.parsed = parsed;
  return supplied;
}

/** A request whose body the steps don't read. As a stream it would take a tenth of their time. */
class ReadRequest {
  method: string;
  url: string;
  originalUrl: string;
  headers: RequestHeaders;
  rawHeaders: string[];
  httpVersion: string;
  socket: Connection;
  body: unknown = undefined;
  parsed: ParsedBody | undefined;
  readonly #address: FrontRequest["address"];

  constructor(
    { method = "GET", rawHeaders, httpVersion, socket }: IncomingMessage,
    {
      target,
      address,
      parsed,
      headers,
    }: Pick<FrontRequest, "address" | "parsed"> & { target: string; headers: RequestHeaders },
  ) {
    this.method = method;
    this.url = target;
    this.originalUrl = target;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.httpVersion = httpVersion;
    this.socket = socket;
    this.parsed = parsed;
    this.#address = address;
  }

  get ip(): string | undefined {
    return this.#address();
  }

  destroy(): void {}
}

/** The server in front has sent `100 Continue`, and a parser has decoded the body. */
function headersOf({ headers }: IncomingMessage, bytes: Uint8Array | undefined) {
  if (!bytes && headers.expect === undefined) return headers;
  const { expect: _expect, ...rest } = headers;
  if (!bytes) return rest;
  const { "content-encoding": _coding, "transfer-encoding": _transfer, ...others } = rest;
  return { ...others, "content-length": String(bytes.length) };
}

async function* chunkOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Bounds the memory, since callers choose the paths of findings. */
const maxKinds = 1000;

/** Writes each kind of finding once, so that a busy server doesn't fill its log. */
function consoleReport(): (finding: ContractFinding) => void {
  const written = new Set<string>();
  return ({ side, operationId, method, path, status, message }) => {
    const kind = `${side} ${operationId ?? `${method} ${path}`} ${status} ${message}`;
    if (written.has(kind) || written.size >= maxKinds) return;
    written.add(kind);
    console.warn(`${method} ${path} → ${status}: ${message}`);
  };
}
