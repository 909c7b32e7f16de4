import type { ApiDocument } from "../../document/document.ts";
import { planErrorBody } from "../../document/error-plan.ts";
import { own } from "../../document/own.ts";
import { parsedJson } from "../../document/parsed-json.ts";
import { responseFor } from "../../document/response-for.ts";
import { objectIn } from "../../document/walk.ts";
import type { OperationTool } from "../tools/tools.ts";

/** A refusal that `x-mcp` makes an error of JSON-RPC. */
export class CallError extends Error {
  readonly code: number;
  readonly status: number;
  /** The error body, with `retry_after` if the response says when to try again. */
  readonly data: Record<string, unknown>;

  constructor(message: string, { code, status, data }: Pick<CallError, "code" | "status" | "data">) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

export interface RefusedCall {
  status: number;
  /** JSON, or nothing that can be read. */
  text: string;
  /** What it means, for bodies without a message. */
  outcome: string;
  retryAfter?: string | undefined;
}

/** The error of a refused call; undefined if `x-mcp` has no code for it. */
export function callErrorOf(
  { operation }: Pick<OperationTool, "operation">,
  document: ApiDocument,
  { status, text, outcome, retryAfter }: RefusedCall,
): CallError | undefined {
  const { errors } = operation.mcp ?? {};
  if (!errors) return undefined;
  const given = parsedJson(text);
  const body = objectIn(given);
  const response = responseFor(operation.responses, status);
  const plan = response && planErrorBody(document, response);
  const members = plan?.kind === "object" ? plan.members : [];
  const textOf = (wanted: string): string | undefined => {
    const [name = ""] = members.find(([, one]) => one.kind === "text" && one.text === wanted) ?? [];
    const value = own(body, name);
    return typeof value === "string" ? value : undefined;
  };
  const keys = [textOf("code") ?? "", String(status), `${String(status)[0]}XX`, "default"];
  const code = keys.map((key) => own(errors, key)).find((one) => one !== undefined);
  if (code === undefined) return undefined;
  const seconds = retryAfter === undefined ? undefined : Number(retryAfter);
  const data = { ...body, ...(Number.isFinite(seconds) && { retry_after: seconds }) };
  return new CallError(textOf("message") ?? outcome, { code, status, data });
}
