import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loggablePath, secretRemover } from "../../server/log/secret-text.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const secret = "note_key_1234";
const handlers = {
  listNotes: async () => {
    throw new Error(`No notes for ${secret} at https://notes.example/?token=${secret}.`);
  },
};

let app: SmallApp;
let plain: SmallApp;
beforeAll(async () => {
  app = await startApp({ raw: notesDocument(), handlers, secretPatterns: [/note_key_\d+/i] });
  plain = await startApp({ raw: notesDocument(), handlers });
});
afterAll(() => Promise.all([app.close(), plain.close()]));
beforeEach(() => {
  for (const { logLines } of [app, plain]) logLines.length = 0;
});

async function logged(
  { url, logLines }: SmallApp,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  await (await fetch(url + path, { headers: { Authorization: "Bearer good", ...headers } })).text();
  await expect.poll(() => logLines.some((line) => line.includes('"msg":"request"'))).toBe(true);
  return logLines.join("");
}

test.each(["/nothing/note_key_1234", "/nothing/xNOTE_KEY_1234", "/nothing/note%5fkey_1234"])(
  "a secret in the path %s is removed if the service has a pattern for it",
  async (path) => {
    expect(await logged(app, path)).not.toContain("1234");
    expect(await logged(plain, path)).toContain("1234");
  },
);

test("a secret in an error's message is removed, and so is every web address", async () => {
  const text = await logged(app, "/notes");
  expect(text).toContain("No notes for [removed] at [removed]");
  expect(text).not.toContain("1234");
  expect(await logged(plain, "/notes")).toContain(`No notes for ${secret} at [removed]`);
});

test("a secret isn't kept as a request id", async () => {
  const idFrom = async ({ url }: SmallApp) => {
    const response = await fetch(`${url}/nothing`, { headers: { "X-Request-Id": secret } });
    return response.headers.get("X-Request-Id");
  };
  expect(await idFrom(app)).toMatch(/^req_/);
  expect(await idFrom(plain)).toBe(secret);
});

test.each(["Authorization", "Cookie", "X-Api-Key"])("the header %s is never logged", async (name) => {
  expect(await logged(plain, "/nothing?key=hunter2", { [name]: "hunter2" })).not.toContain("hunter2");
});

test.each([
  ["/nothing", "/nothing"],
  ["/caf%C3%A9/a%20b", "/caf%C3%A9/a b"],
  [`/${secret}`, "/[removed]"],
  [`/${"x".repeat(300)}`, `/${"x".repeat(199)}…`],
])("the path %s is logged as %s", (path, loggedAs) => {
  expect(loggablePath(path, secretRemover([/note_key_\d+/]))).toBe(loggedAs);
});

test("every secret is removed from every text", () => {
  const withoutSecrets = secretRemover([/note_key_\d+/, /nk-\w+/g]);
  for (let n = 0; n < 3; n++) {
    expect(withoutSecrets("note_key_1 nk-a note_key_2 nk-b")).toBe("[removed] [removed] [removed] [removed]");
  }
});
