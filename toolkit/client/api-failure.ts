import type { CallResult, MediaType } from "./call-result.ts";
import type { SuccessStatus } from "./status.ts";

/** A response with an error status, as `throwOnError` throws it. `isFailure` of the client gives it its types. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  /** The method and the path in the document, such as `GET /pets/{petId}`. */
  readonly call: string;
  readonly status: number;
  /** `code` of the body, or else its `type`, as problem details have it (RFC 9457). */
  readonly code: unknown;
  readonly body: unknown;
  /** fetch's own, with the headers. Its body has been read. */
  readonly response: Response;

  constructor(call: string, response: Response, body: unknown) {
    const code = codeOf(body);
    const named = typeof code === "string" || typeof code === "number" ? ` ${code}` : "";
    super(`${call} failed with ${response.status}${named}.`);
    this.call = call;
    this.status = response.status;
    this.code = code;
    this.body = body;
    this.response = response;
  }
}

function codeOf(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  const name = ["code", "type"].find((one) => Object.hasOwn(body, one));
  return name === undefined ? undefined : body[name as keyof typeof body];
}

/** The failures of an operation that its document describes, distinguished by `status` and `code`. */
export type FailureOf<Operation, Media extends MediaType = MediaType> =
  CallResult<Operation, { params: { header: { "If-None-Match": string } } }, Media> extends infer One
    ? One extends { status: SuccessStatus }
      ? never
      : One extends { status: infer Status; error: infer Body }
        ? Failure<Status, Body>
        : never
    : never;

type Failure<Status, Body> = Body extends unknown
  ? ApiFailure & { status: Status; code: CodeOf<Body>; body: Body }
  : never;

type CodeOf<Body> = unknown extends Body
  ? unknown
  : Body extends { code: infer Code }
    ? Code
    : "code" extends keyof Body
      ? Body["code"] | TypeOf<Body>
      : TypeOf<Body>;

type TypeOf<Body> = "type" extends keyof Body ? Body["type"] : undefined;

/** Whether a call of this operation has thrown this. */
export function isFailureOf(error: unknown, [method, path]: readonly [string, string]): error is ApiFailure {
  return error instanceof ApiFailure && error.call === `${method.toUpperCase()} ${path}`;
}
