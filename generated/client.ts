// Written by `npm run generate` from spec/. Don't edit: change the document.

import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { paths } from "./types.ts";

/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
  /** Sent as `Authorization: Bearer …`. */
  "apiKey"?: string;
}

export type ApiClient = Client<paths>;

/**
 * A fetch client that knows every path, parameter, body and answer of the document.
 * It doesn't throw on error statuses: look at `error` and `response.status`.
 */
export function createApiClient({ auth = {}, ...options }: ClientOptions & { auth?: Credentials }): ApiClient {
  const client = createClient<paths>({ baseUrl: "http://localhost:3000", ...options });
  client.use({
    onRequest({ request }) {
      if (auth["apiKey"] !== undefined) request.headers.set("Authorization", `Bearer ${auth["apiKey"]}`);
      return request;
    },
    onResponse({ response }) {
      // openapi-fetch parses an empty body as JSON when Content-Length is missing, and throws.
      return response.body === null && response.status !== 204
        ? new Response(null, { status: response.status, headers: { ...Object.fromEntries(response.headers), "Content-Length": "0" } })
        : response;
    },
  });
  return client;
}
