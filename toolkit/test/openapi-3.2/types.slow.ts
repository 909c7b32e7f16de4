import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { harbourLog } from "./harbour-log.ts";

const usage = `
import { createApiClient } from "./client.ts";
import type { Input, Operations, Output } from "./operations.ts";
import type { components } from "./types.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(..._: Equal<A, B> extends true ? [] : [A, B]): void;
type Ship = components["schemas"]["Ship"];

same<Input<"searchShips", unknown>["body"], { minTons: number }>();
same<Input<"searchShips", unknown>["path"], { port: string }>();
same<Input<"copyShips", unknown>["query"], { to: string }>();
declare const ship: Ship;
export const searched: Output<"searchShips"> = { status: 200, body: [ship] };
// @ts-expect-error: its ships have another type
export const misnamed: Output<"searchShips"> = { status: 200, body: [{ ...ship, name: 1 }] };
export const copied201: Operations["copyShips"]["output"] = { status: 201, body: ship };

const client = createApiClient();
const found = await client.QUERY("/ships/{port}", { params: { path: { port: "kiel" } }, body: { minTons: 3 } });
if (found.status === 200) same<typeof found.data, Ship[]>();
const copied = await client.COPY("/ships/{port}", { params: { path: { port: "kiel" }, query: { to: "oslo" } } });
if (copied.status === 201) same<typeof copied.data, Ship>();
await client.request("copy", "/ships/{port}", { params: { path: { port: "kiel" }, query: { to: "oslo" } } });
const log = await client.GET("/log");
if (log.status === 200) same<typeof log.data, AsyncIterable<Ship> | AsyncIterable<{ data: string; event?: "entry" }>>();
same<Input<"findBerths", unknown>["query"]["filter"], { depths: number[] }>();
await client.GET("/berths", { params: { query: { filter: { depths: [1] } } } });
// @ts-expect-error: its JSON has another type
await client.GET("/berths", { params: { query: { filter: { depths: "1" } } } });
same<Input<"addToLog", unknown>["body"], AsyncIterable<Ship>>();
await client.POST("/log", { body: ships() });
// @ts-expect-error: items come one by one
await client.POST("/log", { body: [{ name: "Ada" }] });
async function* ships() { yield { name: "Ada" }; }
async function* strangers() { yield { name: 1 }; }
export const lines: Output<"readLog"> = { status: 200, contentType: "application/jsonl", body: ships() };
// @ts-expect-error: its items have other types
export const others: Output<"readLog"> = { status: 200, contentType: "application/jsonl", body: strangers() };
// @ts-expect-error: no such method
client.MOVE;
// @ts-expect-error: the body is required
await client.QUERY("/ships/{port}", { params: { path: { port: "kiel" } } });
`;

test("the methods of OpenAPI 3.2 are typed in handlers and the client", async () => {
  const document = readDocument(harbourLog());
  const here = path.dirname(fileURLToPath(import.meta.url));
  const sources = {
    "types.ts": emitTypes(document),
    "operations.ts": emitOperations(document),
    "client.ts": emitClient(document),
    "usage.ts": usage,
  };
  const files = Object.entries(sources).map(([name = "", text = ""]): [string, string] => [
    path.join(here, "generated", name),
    text,
  ]);
  expect(compileVirtual(new Map(files))).toEqual([]);
  expect(sources["types.ts"]).toMatch(/\/\*\* Copy ships \*\/\n\s+copy: \{/);
});
