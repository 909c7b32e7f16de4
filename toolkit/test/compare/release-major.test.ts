import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { changelogText } from "../../cli/compare/changelog/changelog.ts";
import { release } from "../../cli/compare/release.ts";
import { releaseMajor } from "../../cli/compare/release-major.ts";
import { compareWithReleased } from "../../cli/compare/released.ts";
import type { ApiDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const today = "2026-06-15";
const text = { type: "string" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });

function boats(version: string, { prefix = "", isNext = false, more = {} } = {}): ApiDocument {
  const boat = isNext
    ? {
        type: "object",
        required: ["title"],
        properties: { title: text, state: { enum: ["moored", "away"] } },
      }
    : { type: "object", required: ["name"], properties: { name: text, state: { enum: ["moored"] } } };
  const operation = (operationId: string) => ({
    operationId,
    responses: { "200": { description: "A boat.", ...json({ $ref: "#/components/schemas/Boat" }) } },
  });
  const limit = { name: "limit", in: "query", required: isNext, schema: { type: "integer" } };
  const note = { type: "object", required: isNext ? ["text"] : [], properties: { text } };
  const id = { name: "id", in: "path", required: true, schema: text };
  return readDocument({
    openapi: "3.1.0",
    info: { title: "Boats", version },
    paths: {
      [`${prefix}/boats`]: { get: { ...operation("listBoats"), parameters: [limit] } },
      [`${prefix}/boats/{id}`]: {
        parameters: [id],
        get: operation("getBoat"),
        ...(!isNext && {
          delete: { operationId: "sinkBoat", responses: { "204": { description: "Sunk." } } },
        }),
        put: { ...operation("putBoat"), requestBody: json(note) },
      },
      ...more,
    },
    webhooks: { sunk: { post: { requestBody: json({ $ref: "#/components/schemas/Boat" }), responses: {} } } },
    components: { schemas: { Boat: boat } },
  });
}

/** A folder with version 1 as the released contract. */
async function released(document = boats("1.4.0")) {
  const folder = writtenFiles({});
  const file = (name: string) => path.join(folder, name);
  await release(document, { released: file("v1.yaml"), today });
  return { file, v1: readFileSync(file("v1.yaml"), "utf8") };
}

test("a new major version is released beside the old one, whose contract stays", async () => {
  const { file, v1 } = await released();
  const next = boats("2.0.0", { isNext: true });
  expect((await release(next, { released: file("v1.yaml"), today })).refused).toMatchObject({
    passed: false,
  });
  writeFileSync(file("v1.accepted-breaks.json"), "[]");
  expect(await releaseMajor(next, { released: file("v1.yaml"), today })).toEqual({
    version: "2.0.0",
    written: [file("v2.yaml"), file("v2.changes.json")],
    removed: [file("v1.accepted-breaks.json")],
  });
  expect(readFileSync(file("v1.yaml"), "utf8")).toBe(v1);
  // Each version has its own contract.
  const broken = await compareWithReleased(next, { released: file("v1.yaml"), today });
  const kept = await compareWithReleased(next, { released: file("v2.yaml"), today });
  expect([broken.passed, kept.passed]).toEqual([false, true]);
  expect((await compareWithReleased(boats("1.4.0"), { released: file("v1.yaml"), today })).passed).toBe(true);
});

test("the changelog lists each break with what clients do", async () => {
  const { file } = await released();
  const next = boats("2.0.0", { isNext: true });
  await releaseMajor(next, { released: file("v1.yaml"), today });
  const changelog = (await changelogText(next, file("v2.yaml"))) ?? "";
  const [, breaks = ""] = /\*\*Breaking\*\*\n\n((?:- .*\n)+)/.exec(changelog) ?? [];
  const lines = breaks.trim().split("\n");
  expect(changelog).toContain("## 2.0.0, 2026-06-15");
  expect(lines).toContain(
    "- DELETE /boats/{id}: sinkBoat was removed. Stop calling it, or call the operation that replaces it.",
  );
  const lineWith = (start: RegExp) => lines.filter((line) => start.test(line));
  expect(lineWith(/^- GET \/boats, query parameter limit: /)).toEqual([
    expect.stringMatching(/became required\. Send it with every request\.$/),
  ]);
  expect(lineWith(/^- PUT .*request body/)).toEqual([expect.stringMatching(/text.*\. Send them\.$/)]);
  expect(lineWith(/Property `name` was removed/)).toEqual([
    expect.stringMatching(/^- GET \/boats, 200.* \(and 3 more places\): .* Don't rely on it\.$/),
  ]);
  expect(changelog).toContain("\n## 1.4.0\n");
});

test("a version in the paths is no difference between their operations", async () => {
  const { file } = await released(boats("1.0.0", { prefix: "/api/v1" }));
  const next = boats("2.0.0", { prefix: "/api/v2" });
  await releaseMajor(next, { released: file("v1.yaml"), today });
  const [{ breaking, removed, added }] = JSON.parse(readFileSync(file("v2.changes.json"), "utf8"));
  expect({ breaking, removed, added }).toEqual({
    breaking: ["Paths contain `/v2` instead of `/v1`. Send requests to the new paths."],
    removed: [],
    added: [],
  });
});

test.each([
  ["1.5.0", /info\.version is 1\.5\.0, and 1\.4\.0 was released\. --major needs 2\.0\.0\./],
  ["1.4.0", /--major needs 2\.0\.0/],
  ["two", /--major needs 2\.0\.0/],
])("without a higher major number it is refused: %s", async (version, message) => {
  const { file } = await released();
  const { refused } = await releaseMajor(boats(version, { isNext: true }), {
    released: file("v1.yaml"),
    today,
  });
  expect(refused?.faults).toContainEqual(expect.stringMatching(message));
  expect(existsSync(file("v2.yaml"))).toBe(false);
});

test("the notice before a sunset is the same as in every release", async () => {
  const { file } = await released();
  const old = {
    "/old": {
      get: {
        operationId: "getOld",
        deprecated: true,
        "x-deprecated-since": "2026-01-01",
        "x-sunset": "2026-06-30",
        responses: {},
      },
    },
  };
  const { refused } = await releaseMajor(boats("2.0.0", { more: old }), { released: file("v1.yaml"), today });
  expect(refused?.faults).toContainEqual(expect.stringContaining("getOld ends on 2026-06-30"));
});

test("a configuration that names the next contract already works too, once", async () => {
  const { file } = await released();
  const next = boats("2.0.0", { isNext: true });
  expect(await releaseMajor(next, { released: file("v2.yaml"), today })).toMatchObject({
    written: [file("v2.yaml"), file("v2.changes.json")],
  });
  await expect(releaseMajor(boats("2.0.1"), { released: file("v1.yaml"), today })).rejects.toThrow(
    /v2\.yaml exists, so version 2 has been released/,
  );
  await expect(releaseMajor(next, { released: file("boats.yaml"), today })).rejects.toThrow(
    /such as v1\.yaml/,
  );
  await expect(
    releaseMajor(next, { released: path.join(writtenFiles({}), "v1.yaml"), today }),
  ).rejects.toThrow(/Nothing has been released yet/);
  const early = await released(boats("0.4.0"));
  await expect(releaseMajor(boats("1.0.0"), { released: early.file("v1.yaml"), today })).rejects.toThrow(
    /Below version 1\.0\.0/,
  );
});
