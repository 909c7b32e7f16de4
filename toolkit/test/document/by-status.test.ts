import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { readDocument } from "../../document/document.ts";
import type { RawDocument } from "../../document/references.ts";

setFlagsFromString("--allow-natives-syntax");
const isTable = new Function("object", "return %HasDictionaryElements(object)");

test("responses take the memory of a table, not of an array as long as the highest status", () => {
  const response = { description: "Something." };
  const responses = { 200: response, 404: response, "5XX": response, default: response };
  expect(isTable(Object.fromEntries(Object.entries(responses)))).toBe(false);
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Tides", version: "2.1.0" },
    paths: { "/tides": { get: { responses: { ...responses } } } },
  } as never);
  const [operation] = document.operations;
  const { paths } = document.root as unknown as RawDocument;
  const kept = paths["/tides"]?.get?.responses;
  expect(kept).toEqual(responses);
  expect(Object.keys(operation?.responses ?? {})).toEqual(Object.keys(responses));
  expect([isTable(operation?.responses), isTable(kept)]).toEqual([true, true]);
});
