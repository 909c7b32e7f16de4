import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** A request that a tool call becomes. */
export interface CallRequest {
  /** In upper case. */
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** The head of a response, and its body as a stream. */
export type CallResponse = Readable & Pick<IncomingMessage, "statusCode" | "headers">;

/**
 * Sends a request and resolves with the head of its response.
 * @throws TypeError for a header that HTTP can't carry
 */
export type SendCall = (request: CallRequest, signal: AbortSignal) => Promise<CallResponse>;
