import path from "node:path";
import { startFlowerShop } from "../agents/flower-shop.ts";
import { ucpTests } from "../agents/ucp-tests.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/**
 * What the Universal Commerce Protocol's own suite checks, rewritten number by number in the shapes of 2026-04-08. Each test
 * has its own store.
 * @param folder with `ucp/conformance-data`, the store of that suite
 */
export default async function run(folder = ""): Promise<SuiteResult> {
  const cases: Case[] = [];
  for (const [at, { name, check }] of ucpTests.entries()) {
    const shop = await startFlowerShop(path.join(folder, "ucp/conformance-data"));
    const failure = await check(shop).catch((error: unknown) => error);
    await shop.close();
    const detail = failure instanceof Error ? failure.message : String(failure);
    const title = `${String(at + 1).padStart(2, "0")} ${name}`;
    cases.push(
      failure === undefined
        ? { name: title, outcome: "passed" }
        : { name: title, outcome: "reported", detail },
    );
  }
  const rows = ucpTests.flatMap(({ name, since }, at) =>
    since === undefined ? [] : [`| ${at + 1} | ${name} | ${since} |`],
  );
  return {
    suite: "Universal Commerce Protocol",
    version: "its tests of fdced3ad4d92 for 2026-01-11, in the shapes of 2026-04-08",
    cases,
    more: {
      title: "Tests of UCP that are written differently",
      text: ["| number | test | what is different |", "| --- | --- | --- |", ...rows].join("\n"),
    },
  };
}
