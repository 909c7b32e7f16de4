import type { RequestFault } from "../document/request-fault.ts";

/** A request with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
export interface KeyedRequest {
  /** Whose key it is, the `bucket` of their identity: another caller's key of the same name is another key. */
  caller: string;
  key: string;
  /** SHA-256 of method, address and body, base64url. */
  fingerprint: string;
  /** For how long the key is known, from its first request. */
  keepMs: number;
  /** For how long nobody else may work on the request, in case that this process dies. */
  leaseMs: number;
}

/** An answer as it was sent: bytes, or a refusal, of which the body is written again. */
export interface KeptAnswer {
  status: number;
  /** Those that this answer has and others of the operation haven't. */
  headers: Record<string, string>;
  /** The body of a response, in Base64; null for none. */
  body?: string | null;
  refusal?: { code: string; message: string; details?: RequestFault[] };
}

export type Claim =
  /** This request is to be handled. A request that is handled again, since the first attempt failed, has the same token. */
  | { state: "claimed"; token: string }
  | { state: "answered"; answer: KeptAnswer }
  /** The first request is being handled. */
  | { state: "running" }
  /** The key was sent with another request. */
  | { state: "other" };

/** Where requests with an `Idempotency-Key` and their answers are kept. */
export interface IdempotencyStore {
  /**
   * Claims a request for this process. Of several at once, in whatever process, one gets it. A claim ends after
   * `leaseMs`, and all that is known of a key after `keepMs`.
   */
  claim(request: KeyedRequest): Claim | Promise<Claim>;
  /** Keeps the answer of a claimed request, durably once it resolves. */
  keep(token: string, answer: KeptAnswer): void | Promise<void>;
  /** Ends a claim without an answer, so that the request can be sent again at once. */
  release(token: string): void | Promise<void>;
}
