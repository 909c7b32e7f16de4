import type { ApiDocument, DocumentOperation, Response } from "../../document/document.ts";
import {
  bodyByPlan,
  type ErrorFacts,
  type ErrorPlan,
  errorContent,
  plainPlan,
  planDetails,
  planErrorBody,
} from "../../document/error-plan.ts";
import { responseKey } from "../../document/response-for.ts";
import { errorBody } from "./api-error.ts";

/** An error to render as a response. */
export interface ErrorToRender extends ErrorFacts {
  /** Undefined if no operation matches the request. */
  operationId?: string;
  /** The documented response that applies: `404`, `4XX`, `default`. Undefined for an undocumented status. */
  response?: string;
  /** The component name of the documented body's schema. Undefined for an inline schema. */
  schema?: string;
}

export interface RenderedError {
  /** Sent as JSON, unless it is a string and the media type isn't JSON. */
  body: unknown;
  /** Defaults to the response's documented JSON media type, else `application/json`. */
  contentType?: string;
  /** Sent even if the documented response has no JSON and `body` is unused. */
  headers?: Record<string, string>;
}

/**
 * Renders an error's body. The document decides the status and whether there is a body. A body that doesn't
 * match the document is logged, and replaced by one that does, if one can be made.
 */
export type RenderError = (error: ErrorToRender) => RenderedError;

/** The default body: `{"error": message, "code": code}`. */
export const renderPlain: RenderError = ({ code, message }) => ({ body: errorBody(code, message) });

/** The default body, plus `details` with the request's faults if the documented response has them. */
export function renderDefault(
  document: ApiDocument,
  response: Response | undefined,
  error: ErrorToRender,
): RenderedError {
  const { mediaType = "" } = response ? errorContent(response) : {};
  const schema = error.details && response?.content[mediaType]?.schema;
  const details = schema && planDetails(document, schema, "details");
  const plan: ErrorPlan = details
    ? { kind: "object", members: [...plainPlan.members, ["details", details]] }
    : plainPlan;
  return { body: bodyByPlan(plan, error) };
}

/**
 * Renders errors from the document's schemas and examples, for the mock.
 * @param planOf builds the body of a documented error
 * @param headersOf additional headers of a documented error
 */
export function renderFromDocument(
  document: ApiDocument,
  planOf: (response: Response) => ErrorPlan = (response) => planErrorBody(document, response),
  headersOf: (response: Response) => Record<string, string> = () => ({}),
): RenderError {
  const operations = new Map(document.operations.map((one) => [one.operationId, one]));
  const plans = new Map<Response, { plan: ErrorPlan; headers: Record<string, string> }>();
  return (error) => {
    const documented = responseForError(document, operations.get(error.operationId ?? ""), error.status);
    if (!documented) return renderPlain(error);
    const { key, response } = documented;
    // An undocumented status borrows the shape of another's body, but not its fixed values.
    if (key === undefined) return { body: bodyByPlan(planErrorBody(document, response), error) };
    const made = plans.get(response) ?? { plan: planOf(response), headers: headersOf(response) };
    plans.set(response, made);
    return { body: bodyByPlan(made.plan, error), headers: made.headers };
  };
}

/**
 * The documented response for an error's status. An undocumented status borrows the first error response of the operation,
 * of `x-unmatched`, or of any operation, if its body is JSON; without a `key`.
 */
export function responseForError(
  document: Pick<ApiDocument, "unmatched" | "operations">,
  operation: DocumentOperation | undefined,
  status: number,
): { key?: string; response: Response; schemaName?: string; mediaType?: string } | undefined {
  const responses = operation?.responses ?? document.unmatched;
  const key = responseKey(responses, status);
  const response = key === undefined ? borrowedError(document, responses) : responses[key];
  return response && { ...(key !== undefined && { key }), response, ...errorContent(response) };
}

const borrowed = new WeakMap<Record<string, Response>, Response | undefined>();

function borrowedError(
  { unmatched, operations }: Pick<ApiDocument, "unmatched" | "operations">,
  own: Record<string, Response>,
): Response | undefined {
  if (!borrowed.has(own)) {
    const all = [own, unmatched, ...operations.map(({ responses }) => responses)];
    const errors = all.flatMap((responses) =>
      Object.entries(responses).filter(([key]) => /^([45]|default)/.test(key)),
    );
    borrowed.set(own, errors.find(([, response]) => errorContent(response).mediaType !== undefined)?.[1]);
  }
  return borrowed.get(own);
}
