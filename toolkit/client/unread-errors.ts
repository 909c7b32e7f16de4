import type { Middleware } from "openapi-fetch";
import { isJson } from "./media-type.ts";

/** Keeps copies of errors that aren't JSON: openapi-fetch reads every error as JSON or text. */
export function unreadErrors() {
  const copies = new WeakMap<Response, Response>();
  return {
    middleware: {
      onResponse({ response }) {
        const type = response.headers.get("Content-Type");
        if (!response.ok && type !== null && !isJson(type)) copies.set(response, response.clone());
      },
    } satisfies Middleware,
    copyOf: (response: Response) => copies.get(response),
  };
}
