import type { Request, RequestHandler, Response } from "express";
import { middleware as openApiValidator } from "express-openapi-validator";
import { ApiError } from "../errors.ts";
import { contextOf } from "./context.ts";
import { cookiesOf } from "./cookies.ts";
import type { ApiDocument, DocumentOperation } from "./document.ts";
import { slice } from "./slice.ts";
import { unknownQueryParameters } from "./unknown-query.ts";

/** What the validator leaves on the request. */
interface Coerced {
  pathParams: Record<string, unknown>;
}

type Step = (req: Request, res: Response, next: (error?: unknown) => void) => unknown;

/**
 * Holds requests to the document, and arms `res.json` to hold responses to it.
 * express-openapi-validator compiles every path pattern anew at each request, so each operation gets an instance of
 * its own, on a document that has only this operation. It is built when it is first needed.
 */
export function validate(document: ApiDocument): RequestHandler {
  const validators = new Map<DocumentOperation, Step[]>();
  return (req, res, next) => {
    const context = contextOf(res);
    const { operation } = context;
    if (!operation) return next();
    if (operation.parameters.some((parameter) => parameter.in === "cookie")) {
      req.cookies = cookiesOf(req.get("cookie"));
    }
    let steps = validators.get(operation);
    if (!steps) {
      steps = validatorFor(document, operation);
      validators.set(operation, steps);
    }
    const unknown = operation.responses["400"] ? unknownQueryParameters(document, operation, req.query) : [];
    runSteps(steps, req, res, (error) => {
      if (error !== undefined) return next(refusal(error, unknown));
      if (unknown.length > 0) return next(new ApiError("VALIDATION_ERROR", sentence(unknown)));
      // Numbers and booleans have been made of the path's texts, as the query's and headers' in their place.
      context.pathParams = (req as { openapi?: Coerced }).openapi?.pathParams ?? context.pathParams;
      next();
    });
  };
}

function validatorFor(document: ApiDocument, operation: DocumentOperation): Step[] {
  const multipart = Object.keys(operation.requestBody?.content ?? {}).some((type) =>
    type.startsWith("multipart/"),
  );
  return openApiValidator({
    apiSpec: slice(document, operation) as never,
    // The whole document is checked at start.
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: true,
    validateSecurity: false,
    fileUploader: multipart,
  }) as Step[];
}

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
