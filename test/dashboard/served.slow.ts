import path from "node:path";
import { expect, test } from "vitest";
import { productionSettings, startServer } from "../helpers/processes/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const signIn = "/dashboard/sign-in";
const byLink = `${signIn}/development?token=`;

/** The settings of a server with a new database. */
async function settings(): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  return productionSettings(`file:${path.join(folder, "data.db")}`, "http://127.0.0.1:1");
}

const statusOf = async (url: string) => (await fetch(url, { redirect: "manual" })).status;

test("in production the dashboard is served, and the server prints no sign-in link", async () => {
  const server = await startServer(await settings());
  expect(await statusOf(server.url + signIn)).toBe(200);
  expect(await statusOf(server.url + byLink)).toBe(404);
  // The log contains the requested pages, and never a sign-in link.
  expect(server.output()).not.toContain("token=");
});

test("DASHBOARD=false leaves it out", async () => {
  const server = await startServer({ ...(await settings()), DASHBOARD: "false" });
  expect(await statusOf(server.url + signIn)).toBe(404);
});

test("in production without https it is off, and the log says why", async () => {
  const server = await startServer({ ...(await settings()), PUBLIC_URL: "http://shop.example" });
  expect(await statusOf(server.url + signIn)).toBe(404);
  expect(server.output()).toContain("the dashboard is off, because PUBLIC_URL doesn't begin with https://");
});

test("without a place for uploads, the log says that they are off", async () => {
  const note = "images and files can't be uploaded";
  expect((await startServer(await settings())).output()).toContain(note);
  const images = { IMAGES_FOLDER: await temporaryFolder() };
  expect((await startServer({ ...(await settings()), ...images })).output()).not.toContain(note);
});

test("in development the server prints a link that signs the demo store's owner in once", async () => {
  const { DATABASE_URL = "" } = await settings();
  const server = await startServer({ PORT: "0", DATABASE_URL });
  await expect.poll(() => server.output()).toContain(byLink);
  const [, token = ""] = /development\?token=([\w-]+)/.exec(server.output()) ?? [];
  const first = await fetch(`${server.url}${byLink}${token}`, { redirect: "manual" });
  expect([first.status, first.headers.get("set-cookie")?.includes("counterpart-session=")]).toEqual([
    303,
    true,
  ]);
  expect(await statusOf(`${server.url}${byLink}${token}`)).toBe(404);
  expect(await statusOf(`${server.url}${byLink}${token.slice(1)}`)).toBe(404);
});
