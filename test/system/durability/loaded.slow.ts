import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { productionSettings, startServer } from "../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const recordLoaded = new URL("../../helpers/processes/record-loaded.ts", import.meta.url).href;

test("in production, the start loads no module that only few processes need", async () => {
  const folder = await temporaryFolder();
  const databaseUrl = `file:${path.join(folder, "shop.db")}`;
  const loaded = await loadedByStart(folder, productionSettings(databaseUrl, "http://127.0.0.1:9"));
  expect(loaded).toEqual(expect.arrayContaining(["express", "NativeModule http"]));
  const needless = [
    "csv-parse",
    "csv-stringify",
    "html-to-text",
    "@simplewebauthn/server",
    "pg",
    "@redis/client",
    "@opentelemetry/sdk-trace",
    "prom-client",
    "js-yaml",
    // ICU's tables, 9 MB of memory.
    "Intl.Collator",
    "Intl.DateTimeFormat",
    "Intl.DisplayNames",
    "Intl.NumberFormat",
    "Intl.Segmenter",
  ];
  expect(needless.filter((name) => loaded.includes(name))).toEqual([]);
});

test("in development, a start with the demo store loads no module that reads product files", async () => {
  const folder = await temporaryFolder();
  const settings = { PORT: "0", DATABASE_URL: `file:${path.join(folder, "shop.db")}` };
  const readers = ["csv-parse", "html-to-text"];
  expect(await loadedByStart(folder, settings)).toEqual(expect.arrayContaining(readers));
  const loaded = await loadedByStart(folder, settings);
  expect(readers.filter((name) => loaded.includes(name))).toEqual([]);
});

/** What a server has loaded when it listens and is stopped. */
async function loadedByStart(folder: string, settings: Record<string, string>): Promise<string[]> {
  const recordFile = path.join(folder, "loaded.txt");
  const server = await startServer({
    ...settings,
    NODE_OPTIONS: `--import=${recordLoaded}`,
    LOADED_FILE: recordFile,
  });
  await server.end("SIGTERM");
  return (await readFile(recordFile, "utf8")).split("\n");
}
