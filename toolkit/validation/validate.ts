import type { RequestHandler, Response } from "express";
import { middleware as openApiValidator } from "express-openapi-validator";
import { type ApiDocument, type DocumentOperation, resolve } from "../document/document.ts";
import { essence } from "../document/media-types.ts";
import { contextOf, type Input } from "../http/context.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { coerce } from "../request/coerce.ts";
import { parameterReader } from "../request/parameters.ts";
import { queryPairs } from "../request/query-string.ts";
import { unknownQueryParameters } from "../request/unknown-query.ts";
import { shownAs, validationDocument } from "./validation-document.ts";

type Step = (req: object, res: object, next: (error?: unknown) => void) => unknown;

export interface ContractValidator {
  /** Refuses requests that aren't as documented, and leaves what they say in the context as `input`. */
  holdRequest: RequestHandler;
  /** The body as JSON text; throws when it isn't as documented for this operation and `res.statusCode`. */
  holdResponse(res: Response, body: unknown): Promise<string>;
}

/**
 * Holds requests and responses to the document.
 * express-openapi-validator compiles every path pattern anew at each request, so each operation gets an instance of
 * its own, on a document that has only this operation. It is built when it is first needed.
 */
export function createValidator(document: ApiDocument): ContractValidator {
  const holders = new Map<DocumentOperation, Holder>();
  function holderOf(operation: DocumentOperation): Holder {
    const known = holders.get(operation);
    if (known) return known;
    const created = createHolder(document, operation);
    holders.set(operation, created);
    return created;
  }

  return {
    async holdRequest(req, res, next) {
      const context = contextOf(res);
      const { operation, bodyType } = context;
      if (!operation) return next();
      const { read, hold, asksNothing } = holderOf(operation);
      const input: Input = read(req, context.pathParams);
      if (bodyType !== undefined) input.body = bodyOf(document, operation, { bodyType, body: req.body });
      context.input = input;
      const unknown = unknownQuery(document, operation, req.originalUrl);
      const error = asksNothing ? undefined : await hold.then(({ request }) => request(input, bodyType));
      if (error !== undefined) return next(refusal(error, unknown));
      next(unknown.length > 0 ? new ApiError("VALIDATION_ERROR", sentence(unknown)) : undefined);
    },

    async holdResponse(res, body) {
      const { operation } = contextOf(res);
      if (!operation) return JSON.stringify(body);
      const { response } = await holderOf(operation).hold;
      return response(res, body);
    },
  };
}

/** The request side alone. */
export function validate(document: ApiDocument): RequestHandler {
  return createValidator(document).holdRequest;
}

/** Operations that document how a malformed request is refused refuse parameters that they don't know. */
function unknownQuery(document: ApiDocument, operation: DocumentOperation, url: string): string[] {
  if (!operation.responses["400"] && !operation.responses["422"]) return [];
  const pairs = queryPairs(url);
  return pairs.length === 0
    ? []
    : unknownQueryParameters(
        document,
        operation,
        pairs.map(([name]) => name),
      );
}

/** A body as its schema types it: of forms texts become numbers, of bytes a Blob. */
function bodyOf(
  document: ApiDocument,
  { requestBody }: DocumentOperation,
  { bodyType, body }: { bodyType: string; body: unknown },
): unknown {
  if (Buffer.isBuffer(body)) return new Blob([new Uint8Array(body)], { type: essence(bodyType) });
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(essence(bodyType));
  return isForm ? coerce(document, requestBody?.content[bodyType]?.schema, body) : body;
}

/** What holds one operation to the document. */
interface Holder {
  read: ReturnType<typeof parameterReader>;
  hold: Promise<Hold>;
  /** Every request to the operation's address is as documented. */
  asksNothing: boolean;
}

interface Hold {
  /** Fills in defaults. Resolves with the validator's error, if it has one. */
  request(input: Input, bodyType: string | undefined): Promise<unknown>;
  response(res: Response, body: unknown): Promise<string>;
}

function createHolder(document: ApiDocument, operation: DocumentOperation): Holder {
  const hold = createHold(document, operation);
  // Whoever waits for it is told; until somebody does, it is no unhandled rejection.
  hold.catch(() => {});
  return {
    read: parameterReader(document, operation),
    hold,
    asksNothing: asksNothing(document, operation),
  };
}

async function createHold(document: ApiDocument, operation: DocumentOperation): Promise<Hold> {
  const steps = openApiValidator({
    apiSpec: validationDocument(document, operation) as never,
    // The whole document is checked at start.
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: true,
    // By default February has 31 days.
    ajvFormats: { mode: "full" },
    validateSecurity: false,
    fileUploader: false,
  }) as Step[];
  // The validator finds its operation once, on a request that is always the same; then only its last two steps are left.
  const [toRequest, toResponse] = steps.slice(-2);
  if (!toRequest || !toResponse) throw new Error("express-openapi-validator has no steps.");
  const shown = {
    method: "POST",
    path: "/",
    baseUrl: "",
    originalUrl: "/",
    query: {},
    headers: {},
    app: { param() {}, enabled: () => false },
  };
  for (const step of steps.slice(0, -2)) await passed(step, shown, {});

  return {
    request(input, bodyType) {
      const headers = { "content-type": shownAs(operation, bodyType) };
      return passed(toRequest, { ...shown, headers, body: input }, {}).then(
        () => undefined,
        (error: unknown) => error,
      );
    },
    response: (res, body) =>
      new Promise((resolve, reject) => {
        const answer = {
          statusCode: checkedStatus(res.statusCode),
          getHeaders: () => res.getHeaders(),
          json: (valid: unknown) => resolve(JSON.stringify(valid)),
        };
        // The validator wraps `json`: it passes a valid body on to the one above, and a fault to this callback.
        toResponse(shown, answer, (error) => {
          if (error === undefined) answer.json(body);
          else reject(error);
        });
      }),
  };
}

function passed(step: Step, req: object, res: object): Promise<void> {
  return new Promise((resolve, reject) => {
    step(req, res, (error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}

/** The validator lets every body pass from 500 on. To it, such a status is a word and not a number. */
function checkedStatus(status: number): unknown {
  return status < 500 ? status : { valueOf: () => Number.NaN, toString: () => String(status) };
}

/** No body, and no parameter but path segments that may be any text: a segment is never empty. */
function asksNothing(document: ApiDocument, { requestBody, parameters }: DocumentOperation): boolean {
  return (
    !requestBody &&
    parameters.every(({ in: place, schema, content }) => {
      const {
        type,
        minLength = 0,
        ...rest
      } = resolve(document.raw, schema) as { type?: unknown; minLength?: number };
      const bounds = Object.keys(rest).filter((keyword) => !annotations.has(keyword));
      return place === "path" && !content && type === "string" && minLength <= 1 && bounds.length === 0;
    })
  );
}

const annotations = new Set(["title", "description", "example", "examples"]);

interface Violation {
  path?: string;
  message?: string;
}

/** The validator's refusal as ours. What isn't a refusal of the request stays as it is. */
function refusal(error: unknown, more: string[]): unknown {
  const { status, errors, message, path } = error as {
    status?: number;
    errors?: Violation[];
    message?: string;
    path?: string;
  };
  if (status === undefined || status < 400 || status >= 500) return error;
  if (status === 404) return new ApiError("NOT_FOUND", "No such endpoint.");
  const violations = errors ?? [{ path: path ?? "", message: message ?? "is not as documented" }];
  return new ApiError("VALIDATION_ERROR", sentence([...new Set([...violations.map(describe), ...more])]));
}

/** `/body/body/quantity must be >= 1` becomes `body.quantity must be >= 1`: the request is shown as a body. */
function describe({ path = "", message = "" }: Violation): string {
  const place = path.replace(/^\/body\//, "").replaceAll("/", ".");
  const clean = message
    .replace(/^must have required property '.*'$/, "is missing")
    .replace(/must NOT have additional properties|Unknown body property.*/, "is not a known property");
  return `${place} ${clean}`.trim();
}

const mostTold = 5;

function sentence(violations: string[]): string {
  const rest = violations.length - mostTold;
  const told = violations.slice(0, mostTold).join("; ");
  return `Invalid request: ${told}${rest > 0 ? `; and ${rest} more` : ""}.`;
}
