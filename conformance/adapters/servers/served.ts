import { readFileSync } from "node:fs";
import type { WrittenValidators } from "@counterpart/server";

/** What an operation's handler returns: the document's example. */
export interface Example {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The response is the request's body instead. */
  isEcho?: boolean;
}

/** The file whose path every server gets as its first argument. */
export interface Served {
  document: object;
  /** By operationId. */
  examples: Record<string, Example>;
}

export const { document, examples }: Served = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

/** Where they can be compiled, none. `workerd.ts` replaces this module. */
export const validators: WrittenValidators | undefined = undefined;
