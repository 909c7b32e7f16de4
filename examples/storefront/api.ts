import { HTTPException } from "hono/http-exception";
// In a project of your own, these come from the package that `npm run build:client` makes.
import { type Api, createApi, createApiClient } from "../../generated/client.ts";

export type { components } from "../../generated/client.ts";
export type { Api };

/** The shop's API, called with its secret key: this stays on the server. */
export function connect(baseUrl: string, apiKey: string): Api {
  return createApi(createApiClient({ baseUrl, auth: { apiKey }, retry: true, timeoutMs: 10_000 }));
}

interface AnyAnswer<Data> {
  status: number;
  data?: { data: Data };
  error?: { error: string };
}

/** What a call was answered with. A refusal ends the request, with the page for errors. */
export function dataOf<Data>({ status, data, error }: AnyAnswer<Data>): Data {
  if (data) return data.data;
  // 401, 403 and 429 are between this server and the shop: there is nothing that a visitor could do about them.
  const isVisitors = status === 400 || status === 404 || status === 409;
  throw new HTTPException(isVisitors ? status : 502, { message: error?.error ?? "The shop doesn't answer." });
}
