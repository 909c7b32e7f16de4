import { HTTPException } from "hono/http-exception";
// In your own project, import these from the package built by `npm run build:client`.
import { type Api, createApi, createApiClient, retry } from "../../generated/client.ts";

export type { components } from "../../generated/client.ts";
export type { Api };

/** The shop's API, called with the secret key, so it must stay on the server. */
export function connect(baseUrl: string, apiKey: string): Api {
  return createApi(createApiClient({ baseUrl, auth: { apiKey }, retry: retry(), timeoutMs: 10_000 }));
}

interface AnyAnswer<Data> {
  status: number;
  data?: { data: Data };
  error?: { error: string };
}

/** Returns a response's data. Errors end the request with the error page. */
export function dataOf<Data>({ status, data, error }: AnyAnswer<Data>): Data {
  if (data) return data.data;
  // 401, 403 and 429 concern this server and the shop, so visitors can't do anything about them.
  const isVisitors = status === 400 || status === 404 || status === 409;
  throw new HTTPException(isVisitors ? status : 502, {
    message: error?.error ?? "The shop doesn't respond.",
  });
}
