import type { ExchangeResponse } from "../exchange.ts";

/** Sends a page's whole text. */
export function sendText(res: ExchangeResponse, type: string, text: string, status = 200): void {
  const bytes = Buffer.from(text);
  res.statusCode = status;
  res.setHeader("Content-Type", `${type}; charset=utf-8`);
  res.setHeader("Content-Length", bytes.length);
  res.end(bytes);
}

/** Sends a page's value as JSON. */
export function sendJson(res: ExchangeResponse, value: unknown, status?: number): void {
  sendText(res, "application/json", JSON.stringify(value), status);
}
