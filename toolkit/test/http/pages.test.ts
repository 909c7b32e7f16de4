import { beforeAll, expect, test } from "vitest";
import { contextOf } from "../../server/http/context.ts";
import type { Page } from "../../server/http/pages.ts";
import { sendJson } from "../../server/http/response/send-text.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const answerWith = (name: string): Page["handler"] => {
  return (_req, res) => sendJson(res, { name, params: contextOf(res).pathParams, page: contextOf(res).page });
};

let app: SmallApp;
beforeAll(async () => {
  app = await startApp({
    raw: notesDocument(),
    pages: [
      { method: "GET", path: "/desk/drawers/{drawer}", handler: answerWith("drawer") },
      { method: "POST", path: "/desk/drawers/{drawer}", handler: answerWith("put") },
      { method: "GET", path: "/desk/drawers/{drawer}/pens/{pen}", handler: answerWith("pen") },
      { method: "GET", path: "/desk/drawers/first", handler: answerWith("first") },
      { method: "GET", path: "/desk/*", handler: answerWith("rest") },
      { method: "GET", path: "/lamp", handler: answerWith("lamp") },
      {
        method: "HEAD",
        path: "/lamp",
        handler: (_req, res) => {
          res.setHeader("X-Lamp", "off");
          res.end();
        },
      },
      { method: "GET", path: "/shelf-{shelf}/books", handler: answerWith("shelf") },
    ],
  });
  return app.close;
});

const get = async (path: string) => (await fetch(app.url + path)).json();

test("200 with the path's parameters, decoded", async () => {
  expect(await get("/desk/drawers/a%20b/pens/red")).toEqual({
    name: "pen",
    params: { drawer: "a b", pen: "red" },
    page: "GET /desk/drawers/{drawer}/pens/{pen}",
  });
});

test("200 if the first segment has a parameter", async () => {
  expect(await get("/shelf-3/books")).toMatchObject({ name: "shelf", params: { shelf: "3" } });
});

test("200 from the page without a parameter in its path, if both match", async () => {
  expect(await get("/desk/drawers/first")).toMatchObject({ name: "first", params: {} });
});

test.each(["/desk/lamp", "/desk/drawers/", "/desk/drawers/%ZZ", "/desk/a/b/c"])(
  "200 at %s from the wildcard page",
  async (path) => {
    expect(await get(path)).toEqual({ name: "rest", params: {}, page: "GET /desk/*" });
  },
);

test("HEAD is answered by the page's handler for HEAD, or by the one for GET", async () => {
  const head = (path: string) => fetch(app.url + path, { method: "HEAD" });
  expect((await head("/lamp")).headers.get("X-Lamp")).toBe("off");
  expect((await head("/desk/drawers/first")).headers.get("Content-Type")).toContain("application/json");
});

test("404 at a path that only starts the same", async () => {
  expect((await fetch(`${app.url}/desktop`)).status).toBe(404);
});

test("405 with the methods of the matching path", async () => {
  const response = await fetch(`${app.url}/desk/drawers/7`, { method: "DELETE" });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
});
