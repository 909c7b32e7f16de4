import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emitMsw, mswDeclarations } from "../../cli/generate/client/msw.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";

const pet = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const problem = { type: "object", required: ["code"], properties: { code: { type: "string" } } };
const json = (schema: object, more: object = {}) => ({ "application/json": { schema, ...more } });

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: { "200": { description: "All.", content: json({ type: "array", items: pet }) } },
      },
      post: {
        operationId: "createPet",
        responses: {
          "201": { description: "Made.", content: json(pet, { example: { name: "Rex" } }) },
          "409": {
            description: "Taken.",
            content: json(problem, {
              examples: { taken: { value: { code: "TAKEN" } }, full: { value: { code: "FULL" } } },
            }),
          },
          default: { description: "Other.", content: json(problem) },
        },
      },
    },
  },
});

test("each documented answer has its examples, or a generated body without one", () => {
  const text = emitMsw(document);
  expect(text).toContain('{"name":"Rex"}');
  expect(text).toContain('"409":{"contentType":"application/json","examples":{"taken":');
  expect(text).toMatch(
    /"listPets": \{"method":"get","path":"\/pets","success":200,"answers":\{"200":\{.*"default":\d/,
  );
});

test("handlers compile, and undocumented answers don't", () => {
  const folder = fileURLToPath(new URL("emitted-msw", import.meta.url));
  const usage = `
import { answerWith, type HandlerOptions, handlers } from "./msw.ts";

const options: HandlerOptions = { baseUrl: "/api" };
handlers(options);
answerWith("createPet", 409);
answerWith("createPet", 409, "full", options);
// @ts-expect-error: no such operation
answerWith("deletePet", 200);
// @ts-expect-error: no such status
answerWith("createPet", 404);
// @ts-expect-error: no such example
answerWith("createPet", 409, "empty");
`;
  const runtime = fileURLToPath(new URL("../../cli/client-msw/example-handlers.ts", import.meta.url));
  const files = new Map([
    [path.join(folder, "msw.d.ts"), mswDeclarations],
    [path.join(folder, "msw.ts"), emitMsw(document).replace("./client-msw/example-handlers.ts", runtime)],
    [path.join(folder, "usage.ts"), usage],
  ]);
  expect(compileVirtual(files)).toEqual([]);
});
