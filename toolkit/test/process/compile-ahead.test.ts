import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { compileAhead } from "../../server/process/documents/compile-ahead.ts";
import { createValidators } from "../../server/validation/operation-validator.ts";
import { compiledCode } from "../helpers/compiled-code.ts";

const json = "application/json";
const named = { $ref: "#/components/schemas/Named" };

/** Each operation takes a list of the type that all of them answer. */
function petDocument(operations: number) {
  const body = (schema: object) => ({ content: { [json]: { schema } } });
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, n) => [
        `/pets${n}`,
        {
          post: {
            requestBody: { required: true, ...body({ type: "array", items: named, maxItems: n + 1 }) },
            responses: { "200": { description: "", ...body(named) } },
          },
        },
      ]),
    ),
    components: {
      schemas: {
        Named: {
          type: "object",
          required: ["name"],
          properties: Object.fromEntries(
            ["name", ...Array.from({ length: 50 }, (_, n) => `p${n}`)].map((key) => [
              key,
              { type: "string" },
            ]),
          ),
        },
      },
    },
  });
  return { document, validators: createValidators(document) };
}

/** Sends a valid request to each operation, and answers it. */
function useAll({ document, validators }: ReturnType<typeof petDocument>): void {
  const input = { path: {}, query: {}, headers: {}, cookies: {}, body: [{ name: "Rex" }] };
  for (const operation of document.operations) {
    const { validateRequest, validateResponse } = validators(operation);
    expect(validateRequest(input, json)).toBeUndefined();
    expect(validateResponse(200, json, { name: "Rex" })).toBe('{"name":"Rex"}');
  }
}

/** A clock that moves by three milliseconds at every reading. */
function slowTime() {
  let ms = 0;
  let waiting: (() => void) | undefined;
  return {
    now: () => {
      ms += 3;
      return ms;
    },
    whenQuiet(work: () => void) {
      waiting = work;
      return () => {
        waiting = undefined;
      };
    },
    /** Returns whether there was work. */
    turn(): boolean {
      const work = waiting;
      waiting = undefined;
      work?.();
      return work !== undefined;
    },
  };
}

test("with up to 50 operations, no request compiles anything", () => {
  const pets = petDocument(50);
  const time = slowTime();
  compileAhead([pets], time);
  expect(time.turn()).toBe(false);
  const code = compiledCode();
  useAll(pets);
  expect(code).toEqual([]);
});

test("more operations are compiled while there are no requests, for ten milliseconds at a time", () => {
  const pets = petDocument(51);
  const time = slowTime();
  const code = compiledCode();
  compileAhead([pets], time);
  const turns: number[] = [];
  for (let before = code.length; time.turn(); before = code.length) turns.push(code.length - before);
  expect(Math.max(...turns)).toBe(3);
  // A request and a response of each, and what they refer to in each direction.
  expect(code.length).toBe(2 * 51 + 2);
  useAll(pets);
  expect(code.length).toBe(2 * 51 + 2);
});

test("with more operations, requests to the first compile nothing", () => {
  const pets = petDocument(51);
  compileAhead([pets], slowTime());
  const code = compiledCode();
  const [first] = pets.document.operations;
  useAll({ ...pets, document: { ...pets.document, operations: first ? [first] : [] } });
  expect(code).toEqual([]);
});

test("the operations of several documents count together", () => {
  const time = slowTime();
  compileAhead([petDocument(26), petDocument(25)], time);
  expect(time.turn()).toBe(true);
});

test("after a stop nothing is compiled ahead, and a request compiles what it needs", () => {
  const pets = petDocument(51);
  const time = slowTime();
  const stop = compileAhead([pets], time);
  time.turn();
  const code = compiledCode();
  stop();
  expect(time.turn()).toBe(false);
  expect(code).toEqual([]);
  useAll(pets);
  expect(code.length).toBeGreaterThan(0);
});

test("an operation that can't be compiled doesn't prevent others from being compiled", () => {
  const pets = petDocument(3);
  const [first] = pets.document.operations;
  Object.assign(first?.requestBody?.content[json] ?? {}, { schema: { type: "nonexistent" } });
  compileAhead([pets], slowTime());
  const code = compiledCode();
  const [, ...others] = pets.document.operations;
  useAll({ ...pets, document: { ...pets.document, operations: others } });
  expect(code).toEqual([]);
});
