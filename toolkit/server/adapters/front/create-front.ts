import type { IncomingMessage, ServerResponse } from "node:http";
import type { DocumentOperation } from "../../document/document.ts";
import { openDocument } from "../../document/open-document.ts";
import { own } from "../../document/own.ts";
import { type Step, sequence } from "../../http/composition/step.ts";
import type { RequestContext } from "../../http/context.ts";
import { answerErrors } from "../../http/errors/answer-errors.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { renderFromDocument } from "../../http/errors/render-error.ts";
import type { ExchangeRequest, ExchangeResponse } from "../../http/exchange.ts";
import { pathOf } from "../../http/request-path.ts";
import { createSentCheck } from "../../http/sent/sent-check.ts";
import { createHandling } from "../../http/steps/handle.ts";
import { refuseUnroutable } from "../../http/steps/refusals.ts";
import { createRouter } from "../../http/steps/route.ts";
import { SuppliedRequest } from "../../http/supplied-request.ts";
import { consoleLog } from "../../log/console-log.ts";
import { newRequestId } from "../../request/new-request-id.ts";
import { createValidators } from "../../validation/operation-validator.ts";
import { createRequestCheck, readAllItems } from "./check-request.ts";
import { consoleReport } from "./console-report.ts";
import type { Contract, ContractFinding, ContractOptions } from "./contract-options.ts";
import { type ParsedBody, unparsedBytes } from "./parsed-body.ts";
import { peekedChunks } from "./peeked-chunks.ts";
import { watchResponse } from "./watch-response.ts";

/** A request on its way to the routes of an application. */
export interface Passing {
  req: IncomingMessage;
  res: ServerResponse;
  /** Path and query, as sent and as the application's router sees them: the document may have either. */
  targets: string[];
  address: string | undefined;
  /** Set if a parser has read the body. */
  parsed: ParsedBody | undefined;
}

/**
 * Checks a request, and watches its response.
 * @returns the request's contract, or undefined if the document doesn't have it; `isAnswered` if the routes behind must not see it
 */
export type Front = (passing: Passing) => Promise<{ isAnswered: boolean; contract?: Contract }>;

/** What an operation's requests and responses go through. */
interface Checks {
  check: (parsed: ParsedBody | undefined) => Step;
  checkSent: ReturnType<typeof createSentCheck>;
  /** Set for an operation with a handler. */
  answer: Step | undefined;
}

/** Puts a document in front of an application's routes. */
export async function createFront(options: ContractOptions): Promise<Front> {
  const { requests = "report", responses = "report", report = consoleReport(), strict = false } = options;
  const { handlers = {}, services = {} } = options;
  const document = await openDocument(options.document);
  const validators = createValidators(document, { formats: options.formats });
  const findOperation = createRouter(document);
  const checkFor = createRequestCheck(document, validators, options);
  const errorParts = {
    document,
    validators,
    renderError: options.renderError ?? renderFromDocument(document),
  };
  const answerFailure = answerErrors({ ...errorParts, log: consoleLog() });
  // What is refused has been reported.
  const answerRefusal = answerErrors({ ...errorParts, log: silent });
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
      return [operation, { check: checkFor(operation), checkSent, answer }];
    }),
  );

  return async (passing) => {
    const outcome = await receive(passing);
    // Streams notice only in the next turn that nothing listens to them any more.
    if (!outcome.isAnswered) await new Promise((resolve) => setImmediate(resolve));
    return outcome;
  };

  async function receive({ req, res: response, targets, address, parsed }: Passing): ReturnType<Front> {
    const res = response as unknown as ExchangeResponse;
    const { target, context, operation } = find(req, targets);
    res.locals ??= {};
    res.locals.context = context;
    const found = (finding: Pick<ContractFinding, "side" | "status" | "message" | "details">): void => {
      const { method, path } = context;
      report({ operationId: operation?.operationId, method, path, ...finding });
    };
    const exchange = exchangeOf(req, { target, address, parsed });
    /** Whether the request may pass. */
    const passes = async (isReportOnly: boolean, ...steps: Step[]): Promise<boolean> => {
      try {
        await sequence(...steps)(exchange, res, context);
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
      if (!operation) {
        const isFault = strict && requests !== "off" && req.method !== "OPTIONS";
        return { isAnswered: isFault && !(await passes(requests === "report", refuseUnroutable)) };
      }
      const { check, checkSent, answer } = ofOperations.get(operation) as Checks;
      const isUnread = parsed === undefined || unparsedBytes(parsed) !== undefined;
      const step = check(isUnread ? undefined : parsed);
      if (answer) {
        if (await passes(false, step)) await attempt(() => answer(exchange, res, context), res);
        return { isAnswered: true };
      }
      if (requests !== "off" && !(await passes(requests === "report", step, readAllItems)))
        return { isAnswered: true };
      if (responses !== "off") {
        const asked = { method: context.method, headers: req.headers };
        watchResponse(response, {
          check: (head) => checkSent(asked, head),
          report: ({ violation: { message } }) =>
            found({ side: "response", status: response.statusCode, message }),
          refuse: responses === "enforce" ? ({ violation }) => answerRefusal(violation, res) : undefined,
        });
      }
      const { operationId } = operation;
      const contract = { operationId, operation, ...context.input, caller: context.identity?.caller };
      return { isAnswered: false, contract };
    } finally {
      // Puts back what was read before a refusal.
      exchange.destroy();
    }
  }

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
  { target, address, parsed }: Pick<Passing, "address" | "parsed"> & { target: string },
): SuppliedRequest {
  const bytes = parsed && unparsedBytes(parsed);
  const head = {
    method: req.method ?? "GET",
    target,
    headers: headersOf(req, bytes),
    get headersDistinct() {
      return req.headersDistinct;
    },
    rawHeaders: req.rawHeaders,
    httpVersion: req.httpVersion,
    socket: req.socket,
    ip: address,
  };
  return new SuppliedRequest(head, bytes ? chunkOf(bytes) : peekedChunks(req));
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
