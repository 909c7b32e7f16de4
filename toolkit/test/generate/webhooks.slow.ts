import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emitSupport } from "../../cli/generate/handlers/support-files.ts";
import { emitWebhookPages } from "../../cli/generate/handlers/webhook-stubs.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { emitWebhooks } from "../../cli/generate/webhooks.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { kennelDocument } from "../webhooks/kennel-document.ts";

const usage = `
import type { ApiDocument } from "../../../server/document/document.ts";
import { createWebhooks } from "../../../server/webhooks/create-webhooks.ts";
import type { WebhookOutput, WebhookPayload, Webhooks } from "./webhooks.ts";

declare const document: ApiDocument;
const { receive, prepare } = createWebhooks<Webhooks>(document);

export const newDog = receive("newDog", async ({ headers, body }) => {
  const kennel: number = headers["X-Kennel"];
  // @ts-expect-error: writeOnly
  body.chip;
  return body.id > kennel ? { status: 410 } : { status: 200, body: { welcome: true } };
});

// @ts-expect-error: an undocumented status
export const refuse = async (): Promise<WebhookOutput<"newDog">> => ({ status: 500 });

prepare("newDog", "https://a.example", { headers: { "X-Kennel": 1 }, body: { id: 1, name: "Rex" } });
// @ts-expect-error: the header is required
prepare("newDog", "https://a.example", { body: { id: 1, name: "Rex" } });
prepare("bookWalk.onReturn", "https://a.example", { body: { minutes: 1 } });
// @ts-expect-error: no webhook of the document
prepare("meowed", "https://a.example", {});

export const barked: WebhookPayload<"barked"> = { body: { contentType: "text/plain", content: "Woof" } };
export const noted = receive("bookWalk.onReturn", async ({ body }) => ({ status: body.minutes > 9 ? 201 : 204 }));
`;

test("the types of webhooks and callbacks compile, and fit the functions that receive and send them", async () => {
  const folder = fileURLToPath(new URL("emitted-kennel", import.meta.url));
  const document = readDocument(structuredClone(kennelDocument));
  const texts = {
    "types.ts": emitTypes(document),
    "webhooks.ts": emitWebhooks(document) ?? "",
    "usage.ts": usage,
    "server/webhooks.ts": emitWebhookPages(document, ".."),
  };
  const files = Object.entries(texts).map(
    ([name = "", text = ""]) => [path.join(folder, name), text] as const,
  );
  expect(compileVirtual(new Map(files))).toEqual([]);
});

test("a project for a document with only webhooks receives them from the start", () => {
  const imports = { generated: "../generated", operations: "./operations", fromOperation: ".." };
  const { paths, ...rest } = structuredClone(kennelDocument);
  const support = emitSupport(readDocument({ ...rest, paths: {} }), imports);
  expect(support["webhooks.ts"]).toContain('path: "/webhooks/newDog",');
  expect(support["service.ts"]).toContain("pages: await webhookPages(),");
  const ofBoth = emitSupport(readDocument(structuredClone(kennelDocument)), imports);
  expect(ofBoth["webhooks.ts"]).toBeUndefined();
  expect(ofBoth["service.ts"]).toContain("pages: [],");
});

test("a document without webhooks has no module for them", () => {
  const { webhooks, paths, ...rest } = structuredClone(kennelDocument);
  expect(emitWebhooks(readDocument({ ...rest, paths: {} }))).toBeUndefined();
});
