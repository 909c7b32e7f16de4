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

/** An error that is to be answered. */
export interface ErrorToRender extends ErrorFacts {
  /** Undefined where no operation matches the request. */
  operationId?: string;
  /** The documented response that applies: `404`, `4XX`, `default`. Undefined for an undocumented status. */
  response?: string;
  /** The name of the documented body's schema in the components. Undefined for an inline schema. */
  schema?: string;
}

export interface RenderedError {
  /** Sent as JSON, unless it is a string and the media type isn't JSON. */
  body: unknown;
  /** The documented JSON media type of the response unless given, else `application/json`. */
  contentType?: string;
  /** Also of an error whose documented response has no JSON, for which there is no use of the body. */
  headers?: Record<string, string>;
}

/**
 * Writes the body of an error. The document fixes the status, and whether there is a body. A body that doesn't match
 * the document is sent anyway, and logged.
 */
export type RenderError = (error: ErrorToRender) => RenderedError;

/** The default body: `{"error": message, "code": code}`. */
export const renderPlain: RenderError = ({ code, message }) => ({ body: errorBody(code, message) });

/** The default body, with the faults of the request where the documented response has `details` for them. */
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
 * Writes errors from the document's schemas and examples, for the mock, which has no service.
 * @param planOf how the body of a documented error is made
 * @param headersOf what a documented error has, beside what the server sends with every error
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
    // A status that isn't documented has only the shape of another's body, not the values that the other is held to.
    if (key === undefined) return { body: bodyByPlan(planErrorBody(document, response), error) };
    const made = plans.get(response) ?? { plan: planOf(response), headers: headersOf(response) };
    plans.set(response, made);
    return { body: bodyByPlan(made.plan, error), headers: made.headers };
  };
}

/**
 * The documented response for an error's status. Without an operation, a status that `x-unmatched` doesn't list has the
 * shape of one that it lists.
 */
export function responseForError(
  { unmatched }: Pick<ApiDocument, "unmatched">,
  operation: DocumentOperation | undefined,
  status: number,
): { key?: string; response: Response; schemaName?: string; mediaType?: string } | undefined {
  const responses = operation?.responses ?? unmatched;
  const key = responseKey(responses, status);
  const response = key === undefined ? (operation ? undefined : anyError(responses)) : responses[key];
  return response && { ...(key !== undefined && { key }), response, ...errorContent(response) };
}

function anyError(responses: Record<string, Response>): Response | undefined {
  const statuses = Object.keys(responses).filter((status) => /^[45]/.test(status));
  return responses[statuses[0] ?? ""];
}
