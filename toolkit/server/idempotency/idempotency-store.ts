import type { RequestFault } from "../document/request-fault.ts";

/** A request with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
export interface KeyedRequest {
  /** The `bucket` of the caller's identity. Keys of different callers are independent. */
  caller: string;
  key: string;
  /** SHA-256 of method, URL and body, in base64url. */
  fingerprint: string;
  /** Milliseconds for which the key is kept, from its first request. */
  keepMs: number;
  /** Milliseconds for which the claim is exclusive, in case the process dies. */
  leaseMs: number;
}

/** A stored response: its bytes, or a refusal whose body is rendered again. */
export interface StoredResponse {
  status: number;
  /** The headers specific to this response. */
  headers: Record<string, string>;
  /** The body in Base64; null for none. */
  body?: string | null;
  refusal?: { code: string; message: string; details?: RequestFault[] };
}

export type Claim =
  /** The caller should handle the request. A retry after a failed attempt gets the same token. */
  | { state: "claimed"; token: string }
  | { state: "answered"; answer: StoredResponse }
  /** The first request is still in progress. */
  | { state: "running" }
  /** The key was used for a different request. */
  | { state: "other" };

/** Stores requests with an `Idempotency-Key` and their responses. */
export interface IdempotencyStore {
  /**
   * Claims a request for this process. Of concurrent claims, across processes, exactly one succeeds. A claim
   * expires after `leaseMs`, a key after `keepMs`.
   */
  claim(request: KeyedRequest): Claim | Promise<Claim>;
  /** Stores the response to a claimed request, durably once it resolves. */
  keep(token: string, answer: StoredResponse): void | Promise<void>;
  /** Ends a claim without a response, so that the request can be retried at once. */
  release(token: string): void | Promise<void>;
}
