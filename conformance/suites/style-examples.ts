import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { callTable } from "../../toolkit/cli/generate/client/client-calls.ts";
import { createTypedClient } from "../../toolkit/client/create-typed-client.ts";
import { readDocument } from "../../toolkit/server/document/read-document.ts";
import { clientTraits } from "../../toolkit/test/helpers/client-traits.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";
import { type Place, styleExamples } from "../style-examples.ts";
import type { Case, Outcome, SuiteResult } from "../suite-result.ts";

/** Every cell of OpenAPI's table of style examples: what the client sends, byte by byte, and what the server reads. */
export default async function run(): Promise<SuiteResult> {
  const raw = {
    openapi: "3.2.0",
    info: { title: "Colors", version: "1" },
    paths: Object.fromEntries(
      styleExamples.map(({ path, parameter }) => [
        path,
        {
          get: { operationId: path, parameters: [parameter], responses: { "204": { description: "Read." } } },
        },
      ]),
    ),
  };
  let read: unknown;
  const handlers = Object.fromEntries(
    styleExamples.map(({ path, place }) => [
      path,
      async (input: Record<string, Record<string, unknown>>) => {
        const fields = { path: "path", query: "query", header: "headers", cookie: "cookies" };
        read = input[fields[place]]?.color;
        return { status: 204 };
      },
    ]),
  );
  const app = await startApp({ raw, handlers: handlers as never });
  const wire = await startWire();
  const call = callOf(raw, wire.url);

  const cases: Case[] = [];
  for (const { name, place, path, value, text } of styleExamples) {
    const note = (side: string, outcome: Outcome, detail?: string): void =>
      void cases.push({ name: `${name}: ${side}`, outcome, ...(detail !== undefined && { detail }) });
    if (text === undefined) {
      note("client", "not expressible");
      note("server", "not expressible");
      continue;
    }
    try {
      await call("get", path, { params: { [place]: { color: value } } });
      const sent = wire.sent(place, path);
      if (sent === text) note("client", "passed");
      else note("client", "silently wrong", `It should send ${text}, and sends ${sent}.`);
    } catch (error) {
      const { message } = error as Error;
      note("client", message.includes('"color"') ? "reported" : "silently wrong", message);
    }
    read = undefined;
    const status = await get(app.url, place, path, text);
    if (status === 204 && isDeepStrictEqual(read, value)) note("server", "passed");
    else if (status === 404) note("server", "reported", "404: a path parameter is never empty.");
    else note("server", "silently wrong", `${status} and ${JSON.stringify(read)} for ${text}.`);
  }
  await Promise.all([app.close(), wire.close()]);
  return { suite: "Style examples", version: "OpenAPI 3.2.0", cases };
}

/** The calls of a generated client. */
function callOf(raw: object, baseUrl: string) {
  const table = callTable(readDocument(raw as never));
  const client = createTypedClient({ baseUrl }, clientTraits(table));
  return client.request as (method: string, path: string, init: object) => Promise<unknown>;
}

/** A server that stores the last request exactly as it was sent. */
async function startWire() {
  let last: { url: string; rawHeaders: string[] } = { url: "", rawHeaders: [] };
  const server = createServer(({ url = "", rawHeaders }, res) => {
    last = { url, rawHeaders };
    res.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const header = (name: string): string | undefined => {
    const at = last.rawHeaders.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
    return at < 0 ? undefined : last.rawHeaders[at + 1];
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent(place: Place, path: string): string | undefined {
      if (place === "path") return last.url.slice(path.indexOf("{"));
      if (place === "query") return last.url.split("?")[1];
      return header(place === "header" ? "color" : "cookie");
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends a request unchanged, which fetch wouldn't do. */
function get(url: string, place: Place, path: string, text: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const target = {
    path: path.replace("{color}", text),
    query: `${path}?${text}`,
    header: path,
    cookie: path,
  };
  const headers = { path: {}, query: {}, header: { Color: text }, cookie: { Cookie: text } };
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ hostname, port, path: target[place], headers: headers[place], agent: false });
    sent.on("error", reject).on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.end();
  });
}
