import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { operationFinder } from "../../testing/judge/document/find-operation.ts";
import { exampleRequests } from "../../testing/service/examples.ts";

const operation = (operationId: string) => ({ operationId, responses: { "204": { description: "Done." } } });
const path = (name: string) => [{ name, in: "path", required: true, schema: { type: "string" } }];
const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Buoys", version: "1" },
  paths: {
    "/buoys": { get: operation("listBuoys"), trace: operation("traceBuoys") },
    "/lights": { head: operation("testLights"), get: operation("listLights") },
    "/bells/{x}": { get: { ...operation("getBell"), parameters: path("x") } },
    "/charts/{id}": { get: { ...operation("getChart"), parameters: path("id") } },
    "/charts/{id}.{kind}": {
      get: { ...operation("getChartAs"), parameters: [...path("id"), ...path("kind")] },
    },
    "/services/{slug}": { get: { ...operation("getService"), parameters: path("slug") } },
    "/services/asana": { put: operation("connectAsana"), head: operation("testAsana") },
    "/services/{x}/links": { head: { ...operation("testLinks"), parameters: path("x") } },
    "/services/asana/links": { get: operation("listAsanaLinks") },
    "/bells/{y}": { delete: { ...operation("removeBell"), parameters: path("y") } },
  },
});

test.each([
  ["HEAD", "/buoys", "listBuoys"],
  ["HEAD", "/lights", "testLights"],
  ["GET", "/lights", "listLights"],
  ["GET", "/bells/1", "getBell"],
  ["DELETE", "/bells/1", "removeBell"],
  ["PUT", "/bells/1", undefined],
  ["PUT", "/services/asana", "connectAsana"],
  ["GET", "/services/asana", "getService"],
  ["HEAD", "/services/asana", "testAsana"],
  ["HEAD", "/services/slack", "getService"],
  ["HEAD", "/services/asana/links", "listAsanaLinks"],
  ["HEAD", "/services/slack/links", "testLinks"],
  ["PUT", "/services/slack", undefined],
  ["GET", "/charts/1", "getChart"],
  ["GET", "/charts/1.png", "getChartAs"],
  ["GET", "/charts/", undefined],
])("%s %s is %s", (method, pathname, operationId) => {
  expect(operationFinder(document)(method, pathname)?.operationId).toBe(operationId);
});

test("there are example requests for every operation that fetch can send", () => {
  expect(exampleRequests(document).map(({ operationId }) => operationId)).toEqual([
    "listBuoys",
    "listLights",
    "testLights",
    "getBell",
    "getChart",
    "getChartAs",
    "getService",
    "connectAsana",
    "testAsana",
    "testLinks",
    "listAsanaLinks",
    "removeBell",
  ]);
});
