import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";
import { changelogText } from "../../cli/compare/changelog/changelog.ts";
import { writeReleased } from "../../cli/compare/released.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { release } from "../helpers/compare-raw.ts";

const text = { type: "string" };
const query = (name: string) => ({ name, in: "query", schema: text });
const ok = { "200": { description: "Done." } };

const first: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Boats", version: "1.0.0" },
  paths: {
    "/boats": {
      get: { operationId: "listBoats", responses: ok },
      post: { operationId: "buildBoat", responses: ok },
    },
  },
  components: { schemas: { Boat: { type: "object", properties: { name: text } }, State: { enum: ["new"] } } },
};

const second: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Boats", version: "1.1.0" },
  paths: {
    "/boats": {
      get: {
        operationId: "listBoats",
        parameters: [query("limit"), query("after")],
        responses: { "200": { description: "Done.", headers: { Link: { schema: text } } } },
      },
      post: {
        operationId: "buildBoat",
        deprecated: true,
        "x-deprecated-since": "2026-06-01",
        responses: { ...ok, "409": { description: "No." } },
      },
    },
    "/boats/{id}": { get: { operationId: "getBoat", summary: "Read a boat", responses: ok } },
  },
  webhooks: { "boat.sunk": { post: { summary: "A boat has sunk", responses: ok } } },
  components: {
    schemas: {
      Boat: {
        type: "object",
        properties: { name: text, hull: { type: "object", properties: { length: text } } },
      },
      State: { enum: ["new", "sunk"] },
    },
  },
};

const news = `**New**

- \`GET /boats/{id}\`: Read a boat
- Webhook \`boat.sunk\`: A boat has sunk
- Query parameters \`limit\` and \`after\` of \`listBoats\`
- Status \`409\` of \`buildBoat\`
- Response header \`Link\` of \`listBoats\`
- \`hull\` and \`hull.length\` of the object \`Boat\`
- \`sunk\` as a value of \`State\`

**Deprecated**

- \`buildBoat\``;

async function released(raw: RawDocument): Promise<string> {
  const file = path.join(await temporaryFolder(), "v1.yaml");
  await writeReleased(raw, file);
  return file;
}

test("lists the additions to the released document", async () => {
  const file = await released(first);
  expect(await changelogText(readDocument(second), file)).toBe(
    `# Changelog\n\n## 1.1.0, not released yet\n\n${news}\n\n## 1.0.0\n\nThe last release before this list.`,
  );
});

test("a release is recorded with its date and its changes, the newest first", async () => {
  const file = path.join(await temporaryFolder(), "v1.yaml");
  await release(first, { released: file, today: "2026-05-01" });
  await release(second, { released: file, today: "2026-06-01" });
  expect(await changelogText(readDocument(second), file)).toBe(
    `# Changelog\n\n## 1.1.0, 2026-06-01\n\n${news}\n\n## 1.0.0, 2026-05-01\n\nThe first release.`,
  );
});

test("a release older than the list is named at its end", async () => {
  const file = await released(first);
  await release(second, { released: file, today: "2026-06-01" });
  expect(await changelogText(readDocument(second), file)).toBe(
    `# Changelog\n\n## 1.1.0, 2026-06-01\n\n${news}\n\n## 1.0.0\n\nThe last release before this list.`,
  );
});

test("removals are listed as removed", async () => {
  const file = await released(second);
  expect(await changelogText(readDocument(first), file)).toContain(
    "**Removed**\n\n- `GET /boats/{id}`: Read a boat\n- Webhook `boat.sunk`: A boat has sunk",
  );
});

test("there is none before the first release, and a record that isn't JSON is an error", async () => {
  const file = path.join(await temporaryFolder(), "v1.yaml");
  expect(await changelogText(readDocument(first), file)).toBeUndefined();
  await writeReleased(first, file);
  await writeFile(path.join(path.dirname(file), "v1.changes.json"), "[");
  await expect(changelogText(readDocument(second), file)).rejects.toThrow("v1.changes.json isn't JSON");
});

test("a schema that contains itself by `allOf` is listed once", async () => {
  const berth = (properties: object): RawDocument => ({
    openapi: "3.1.0",
    info: { title: "Boats", version: "1.0.0" },
    paths: {},
    components: {
      schemas: {
        Berth: {
          allOf: [{ $ref: "#/components/schemas/Place" }, { $ref: "#/components/schemas/Berth" }],
          properties: { next: { allOf: [{ $ref: "#/components/schemas/Berth" }] } },
        },
        Place: { type: "object", properties: { name: text, ...properties } },
      },
    },
  });
  const file = await released(berth({}));
  expect(await changelogText(readDocument(berth({ depth: text })), file)).toContain(
    "- `depth` of the object `Berth`\n- `depth` of the object `Place`\n",
  );
});
