import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { runCommand } from "../../cli/commands/run-command.ts";
import { withRuntime } from "../../cli/generate/client/runtime-files.ts";
import { emitVerifyWebhook } from "../../cli/generate/client/verify-webhook.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { emitWebhooks } from "../../cli/generate/webhooks.ts";
import { verifySignature, WebhookVerificationError } from "../../client/webhooks/verify-signature.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { signWebhook } from "../../server/webhooks/sign-webhook.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { writtenFiles } from "../helpers/written-files.ts";
import { kennelDocument } from "./kennel-document.ts";
import { signedDocument } from "./signed-document.ts";

const secret = `whsec_${Buffer.from("a secret of the kennel").toString("base64")}`;
const otherSecret = `whsec_${Buffer.from("another secret").toString("base64")}`;
const body = '{"type":"adopted","dogId":7}';

function signed(sentAt = new Date()) {
  const headers = { "Content-Type": "application/json", "Webhook-Id": "made up" };
  const webhook = { url: "https://a.example/", method: "POST", headers, body };
  return signWebhook(webhook, { secret, id: "msg_1", sentAt }).headers;
}

afterEach(() => void vi.useRealTimers());

test("a signed webhook has the three headers, instead of its previous ones", () => {
  expect(signed(new Date(1_800_000_000_999))).toEqual({
    "Content-Type": "application/json",
    "webhook-id": "msg_1",
    "webhook-timestamp": "1800000000",
    "webhook-signature": expect.stringMatching(/^v1,[\w+/]{43}=$/),
  });
});

test("a body with a byte order mark is verified, and read without it", () => {
  const marked = `\ufeff${body}`;
  const { headers } = signWebhook(
    { url: "https://a.example/", method: "POST", headers: {}, body: marked },
    { secret, id: "msg_1", sentAt: new Date() },
  );
  const bytes = new TextEncoder().encode(marked);
  for (const one of [marked, bytes]) {
    expect(verifySignature({ body: one, headers }, secret)).toEqual({ type: "adopted", dogId: 7 });
    expect(() => verifySignature({ body: one, headers: signed() }, secret)).toThrow(WebhookVerificationError);
  }
});

test("it is verified from a Request's headers and from Node's, as text and as bytes", () => {
  const headers = signed();
  const { "webhook-id": id, ...others } = headers;
  const event = { type: "adopted", dogId: 7 };
  expect(verifySignature({ body, headers: new Headers(headers) }, secret)).toEqual(event);
  const ofNode = { ...others, "webhook-id": [id ?? ""], "x-nothing": undefined };
  expect(verifySignature({ body: new TextEncoder().encode(body), headers: ofNode }, secret)).toEqual(event);
});

test.each([
  ["another secret", { body, headers: signed() }, otherSecret],
  ["another body", { body: body.replace("7", "8"), headers: signed() }, secret],
  ["another id", { body, headers: { ...signed(), "webhook-id": "msg_2" } }, secret],
  ["no signature", { body, headers: {} }, secret],
])("it is refused with %s", (_, message, used) => {
  expect(() => verifySignature(message, used)).toThrow(WebhookVerificationError);
});

test("it is refused after five minutes", () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const headers = signed();
  vi.setSystemTime(1_800_000_299_000);
  expect(() => verifySignature({ body, headers }, secret)).not.toThrow();
  vi.setSystemTime(1_800_000_301_000);
  expect(() => verifySignature({ body, headers }, secret)).toThrow("too old");
});

test("only text can be signed", () => {
  const webhook = { url: "https://a.example/", method: "POST", headers: {}, body: new FormData() };
  expect(() => signWebhook(webhook, { secret, id: "msg_1", sentAt: new Date() })).toThrow("but not forms");
});

async function mock(args: string[], env: Record<string, string> = {}) {
  const arrived: { headers: IncomingHttpHeaders; body: string }[] = [];
  const listener = createServer(async (req, res) => {
    arrived.push({ headers: req.headers, body: await text(req) });
    res.writeHead(204).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const to = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
  const file = path.join(writtenFiles({ "kennel.json": signedDocument }), "kennel.json");
  let stdout = "";
  let stderr = "";
  const code = await runCommand(["mock", "--document", file, "--send", "adopted", "--to", to, ...args], {
    stdout: { write: (written) => (stdout += written) },
    stderr: { write: (written) => (stderr += written) },
    env,
  });
  listener.close();
  return { code, stdout, stderr, arrived };
}

test.each([
  ["--secret", ["--secret", secret], {}],
  ["WEBHOOK_SECRET", [], { WEBHOOK_SECRET: secret }],
])("mock --send signs with the secret of %s, and doesn't print it", async (_, args, env) => {
  const { code, stdout, stderr, arrived } = await mock(args, env);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).not.toContain(secret);
  const [message] = arrived;
  expect(message && verifySignature(message, secret)).toEqual({ type: "adopted", dogId: 7 });
});

test("mock --send reports a missing signature", async () => {
  const { code, stdout } = await mock([]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("The document describes a signature. To sign the request, pass --secret."),
  ]);
});

test("2 for an invalid secret, which isn't printed", async () => {
  const { code, stderr, arrived } = await mock(["--secret", "whsec_%%%"]);
  expect([code, arrived, stderr]).toEqual([
    2,
    [],
    expect.stringContaining('The secret is base64, after "whsec_".'),
  ]);
  expect(stderr).not.toContain("%%%");
});

test("verifyWebhook has the type of the signed webhooks' bodies", async () => {
  const folder = fileURLToPath(new URL("emitted-signed", import.meta.url));
  const document = readDocument(structuredClone(signedDocument));
  const usage = `
import { verifyWebhook } from "./verify-webhook.ts";

export async function POST(request: Request): Promise<number> {
  const event = verifyWebhook({ body: await request.text(), headers: request.headers }, "whsec_");
  const type: "adopted" = event.type;
  // @ts-expect-error: no such property
  event.dog;
  return type.length + event.dogId;
}
`;
  const texts = {
    "types.ts": emitTypes(document),
    "webhooks.ts": emitWebhooks(document) ?? "",
    "verify-webhook.ts": emitVerifyWebhook(document) ?? "",
    "usage.ts": usage,
  };
  const files = Object.entries(texts).map(
    ([name = "", text = ""]) => [path.join(folder, name), text] as const,
  );
  expect(compileVirtual(new Map(files))).toEqual([]);
});

test("a document without signed webhooks has no verifyWebhook, and no standardwebhooks", async () => {
  expect(emitVerifyWebhook(readDocument(structuredClone(kennelDocument)))).toBeUndefined();
  expect(Object.values(await withRuntime({})).join("")).not.toContain("standardwebhooks");
});
