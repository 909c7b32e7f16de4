import type { ExchangeRequest } from "@counterpart/server/http";

/** The mock's own origin, as the caller reaches it. */
export function originOf({ headers }: Pick<ExchangeRequest, "headers">): string {
  return `http://${headers.host}`;
}
