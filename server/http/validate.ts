import type { Request, RequestHandler, Response } from "express";
import { middleware as openApiValidator } from "express-openapi-validator";
import { ApiError } from "../errors.ts";
import { contextOf } from "./context.ts";
import { cookiesOf } from "./cookies.ts";
import { type ApiDocument, type DocumentOperation, resolve } from "./document.ts";
import { slice } from "./slice.ts";
import { unknownQueryParameters } from "./unknown-query.ts";

/** What the validator leaves on the request. */
interface Coerced {
  pathParams: Record<string, unknown>;
}

type Step = (req: Request, res: Response, next: (error?: unknown) => void) => unknown;

export interface ContractValidator {
  /** Refuses requests that aren't as documented. */
  holdRequest: RequestHandler;
  /** The body as JSON text; throws when it isn't as documented for this operation and `res.statusCode`. */
  holdResponse(req: Request, res: Response, body: unknown): Promise<string>;
}

/**
 * Holds requests and responses to the document.
 * express-openapi-validator compiles every path pattern anew at each request, so each operation gets an instance of
 * its own, on a document that has only this operation. It is built when it is first needed.
 */
export function createValidator(document: ApiDocument): ContractValidator {
  const validators = new Map<DocumentOperation, Validator>();
  function validatorOf(operation: DocumentOperation): Validator {
    const known = validators.get(operation);
    if (known) return known;
    const built = build(document, operation);
    validators.set(operation, built);
    return built;
  }

  return {
    holdRequest(req, res, next) {
      const context = contextOf(res);
      const { operation } = context;
      if (!operation) return next();
      if (operation.parameters.some((parameter) => parameter.in === "cookie")) {
        req.cookies = cookiesOf(req.get("cookie"));
      }
      const { request, asksNothing } = validatorOf(operation);
      const unknown = operation.responses["400"]
        ? unknownQueryParameters(document, operation, req.query)
        : [];
      runSteps(asksNothing ? [] : request, req, res, (error) => {
        if (error !== undefined) return next(refusal(error, unknown));
        if (unknown.length > 0) return next(new ApiError("VALIDATION_ERROR", sentence(unknown)));
        // Numbers and booleans have been made of the path's texts, as the query's and headers' in their place.
        context.pathParams = (req as { openapi?: Coerced }).openapi?.pathParams ?? context.pathParams;
        next();
      });
    },

    holdResponse(req, res, body) {
      const { operation } = contextOf(res);
      if (!operation) return Promise.resolve(JSON.stringify(body));
      const { request, response, asksNothing } = validatorOf(operation);
      return new Promise((resolve, reject) => {
        // The validator wraps `res.json`: it passes a valid body on to this one, and a fault to the step's callback.
        res.json = (valid: unknown) => {
          resolve(JSON.stringify(valid));
          return res;
        };
        const checked = res.statusCode < 500 ? res : withCheckedStatus(res);
        runSteps(asksNothing ? [...request, response] : [response], req, checked, (error) => {
          if (error !== undefined) reject(error);
          else checked.json(body);
        });
      });
    },
  };
}

/** The validator lets every body pass from 500 on. To it, this status is a word and not a number. */
function withCheckedStatus(res: Response): Response {
  const word = { valueOf: () => Number.NaN, toString: () => String(res.statusCode) };
  return Object.create(res, { statusCode: { value: word } });
}

/** The request side alone. */
export function validate(document: ApiDocument): RequestHandler {
  return createValidator(document).holdRequest;
}

interface Validator {
  request: Step[];
  response: Step;
  /** Every request to the operation's address is as documented. */
  asksNothing: boolean;
}

function build(document: ApiDocument, operation: DocumentOperation): Validator {
  const multipart = Object.keys(operation.requestBody?.content ?? {}).some((type) =>
    type.startsWith("multipart/"),
  );
  const steps = openApiValidator({
    apiSpec: slice(document, operation) as never,
    // The whole document is checked at start.
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: true,
    // By default February has 31 days.
    ajvFormats: { mode: "full" },
    validateSecurity: false,
    fileUploader: multipart ? {} : false,
  }) as Step[];
  const response = steps.pop();
  if (!response) throw new Error("express-openapi-validator has no steps.");
  return { request: steps, response, asksNothing: asksNothing(document, operation) };
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

function runSteps(steps: Step[], req: Request, res: Response, done: (error?: unknown) => void): void {
  let at = 0;
  const next = (error?: unknown): void => {
    const step = steps[at++];
    if (error !== undefined || step === undefined) {
      done(error);
      return;
    }
    try {
      step(req, res, next);
    } catch (thrown) {
      done(thrown);
    }
  };
  next();
}

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
  if (status === 404) return new ApiError("NOT_FOUND", "There is nothing at this address.");
  const violations = errors ?? [{ path: path ?? "", message: message ?? "is not as documented" }];
  return new ApiError("VALIDATION_ERROR", sentence([...new Set([...violations.map(describe), ...more])]));
}

/** `/body/quantity must be >= 1` becomes `body.quantity must be >= 1`. */
function describe({ path = "", message = "" }: Violation): string {
  const place = path.replace(/^\//, "").replaceAll("/", ".");
  const clean = message
    .replace(/^must have required property '.*'$/, "is missing")
    .replace(
      /must NOT have additional properties|Unknown body property.*/,
      "is not a property of this operation",
    );
  return `${place} ${clean}`.trim();
}

const mostTold = 5;

function sentence(violations: string[]): string {
  const rest = violations.length - mostTold;
  const told = violations.slice(0, mostTold).join("; ");
  return `The request isn't as documented: ${told}${rest > 0 ? `; and ${rest} more` : ""}.`;
}
