import { afterAll, describe, expect, test } from "vitest";
import { healthPages } from "../../server/pages/health.ts";
import { landingPages } from "../../server/pages/landing.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

let isAway = false;
const ping = async () => {
  if (isAway) throw new Error("The database at postgres://ines:hunter2@db is away.");
};
const app = await startApp({ raw: notesDocument(), pages: [...healthPages(ping), ...landingPages()] });
afterAll(() => app.close());

const read = async (path: string) => {
  const response = await fetch(`${app.url}${path}`);
  return { status: response.status, text: await response.text() };
};

describe("the database is there", () => {
  test.each(["/healthz", "/readyz"])("200 at %s", async (path) => {
    const { status, text } = await read(path);
    expect([status, JSON.parse(text).status]).toEqual([200, "ok"]);
  });
});

describe("the database is away", () => {
  test("200 at /healthz, since the process answers; 503 at /readyz, without the reason", async () => {
    isAway = true;
    expect((await read("/healthz")).status).toBe(200);
    const { status, text } = await read("/readyz");
    isAway = false;
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({ status: "unavailable", database: "unavailable" });
  });
});

test.each([
  ["/checkout/success?session_id=cs_1", "Thank you"],
  ["/checkout/cancelled", "Nothing was charged"],
  ["/portal/returned", "All set"],
])("200 at %s, where the payment provider sends people", async (path, title) => {
  const { status, text } = await read(path);
  expect(status).toBe(200);
  expect(text).toContain(title);
});
