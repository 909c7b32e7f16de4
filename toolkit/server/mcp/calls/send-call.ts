import type { IncomingMessage } from "node:http";

/** A request that a tool call becomes. */
export interface CallRequest {
  /** In upper case. */
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/**
 * Sends a request and resolves with the head of its response.
 * @throws TypeError for a header that HTTP can't carry
 */
export type SendCall = (request: CallRequest, signal: AbortSignal) => Promise<IncomingMessage>;
