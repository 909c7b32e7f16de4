import type { ExchangeRequest } from "@counterpart/server/http/exchange";

/** The mock's own origin, as the caller reaches it. */
export function originOf({ headers }: Pick<ExchangeRequest, "headers">): string {
  return `http://${headers.host}`;
}
