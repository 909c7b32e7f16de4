import { afterAll, expect, test } from "vitest";
import type { Presented } from "../../server/http/credentials/authenticate.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import { send } from "../../testing/service/send.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const seen: Presented[] = [];
const app = await startApp({
  raw: notesDocument(),
  authenticators: {
    // Not async: a known caller needs no promise.
    token: (presented) => {
      seen.push(presented);
      const { credential, request } = presented;
      const signature = `${request.method} ${request.originalUrl} ${request.headers["x-reader"]}`;
      return credential === Buffer.from(signature).toString("base64url")
        ? { caller: { name: "ines" }, bucket: "ines" }
        : undefined;
    },
  },
  handlers: { listNotes: async ({ caller }) => ({ status: 200, body: [{ text: caller.name }] }) },
});
afterAll(() => app.close());

const signed = (text: string) => Buffer.from(text).toString("base64url");

test("an authenticator gets the request, so it can check a signature over its head", async () => {
  const headers = { "X-Reader": "ines" };
  const right = { headers, key: signed("GET /notes?limit=3 ines") };
  expect((await send(app, "GET", "/notes?limit=3", right)).body).toEqual([{ text: "ines" }]);
  expect((await send(app, "GET", "/notes?limit=4", right)).status).toBe(401);
  const [first] = seen;
  expect(first).toMatchObject({ scopes: [], address: "127.0.0.1" });
  expect(first?.request.socket.remotePort).toBeGreaterThan(0);
});

test("401 and no call of the authenticator without a credential", async () => {
  seen.length = 0;
  expect((await send(app, "GET", "/notes")).status).toBe(401);
  expect(seen).toEqual([]);
});

test("a caller whom one alternative refuses is admitted by another", async () => {
  const raw = notesDocument();
  raw.paths["/notes"].get.security = [{ token: [] }, { token: ["read"] }, { token: ["write"] }];
  const scoped = await startApp({
    raw,
    authenticators: {
      token: async ({ credential, scopes }) => ({
        caller: { name: "ines" },
        bucket: "ines",
        ...(!scopes.includes(credential) && {
          refusal: new ApiError("PRO_PLAN_REQUIRED", `Not with ${scopes.join() || "no scope"}.`, {
            status: 403,
          }),
        }),
      }),
    },
    handlers: { listNotes: async () => ({ status: 200, body: [] }) },
  });
  try {
    const answers = await Promise.all(
      ["read", "write", "delete"].map((key) => send(scoped, "GET", "/notes", { key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(JSON.stringify(answers[2]?.body)).toContain("Not with no scope.");
  } finally {
    await scoped.close();
  }
});
