import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findMock } from "../../cli/development/find-mock.ts";
import { startSharedMock } from "../../testing/mock/start-mock.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const titled = (title: string, operationId: string) => ({
  openapi: "3.1.0",
  info: { title, version: "1.0.0" },
  paths: { [`/${operationId}`]: { get: { operationId, responses: { 204: { description: "Done." } } } } },
});
const folder = writtenFiles({ "a.json": titled("A", "readA"), "b.json": titled("B", "readB") });

test("the forms of the document among those of a running mock", async () => {
  const files = ["a", "b"].map((name) => ({ name, file: path.join(folder, `${name}.json`) }));
  const mock = await startSharedMock(files, { port: 0 });
  onTestFinished(() => mock.close());
  const env = { MOCK_PORT: new URL(mock.url).port };
  const found = await findMock({ info: { title: "B", version: "1.0.0" } }, env);
  expect(found).toEqual({ readB: `${mock.url}/_mock/call?operation=readB&document=1` });
  expect((await fetch(found?.readB ?? "")).status).toBe(200);
  expect(await findMock({ info: { title: "B", version: "1.0.1" } }, env)).toBeUndefined();
});

test("none without a mock, or with another server at its port", async () => {
  const server = createServer((_req, res) => void res.end('{"documents": 1}')).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const env = { MOCK_PORT: String((server.address() as AddressInfo).port) };
  const document = { info: { title: "A", version: "1.0.0" } };
  expect(await findMock(document, env)).toBeUndefined();
  await new Promise((resolve) => server.close(resolve));
  expect(await findMock(document, env)).toBeUndefined();
});
