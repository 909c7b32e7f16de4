import { type DocumentOperation, type RawDocument, resolve } from "@counterpart/testing";
import { describe, expect, test } from "vitest";
import { document } from "../helpers/document.ts";

/**
 * Tools that chain requests, such as Specmatic and Schemathesis, take a request from the examples of one name, expect
 * the response example of that name, and follow links.
 */

// biome-ignore lint/suspicious/noExplicitAny: links are read from the document as parsed.
type Any = any;

function successExamples({ responses }: DocumentOperation): string[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content }]) => Object.values(content))
    .flatMap(({ examples = {} }) => Object.keys(examples));
}

const withRequest = document.operations.filter(
  ({ requestBody, parameters }) => requestBody || parameters.length > 0,
);

describe.each(withRequest)("$operationId", (operation) => {
  const { requestBody, parameters } = operation;
  const places = [
    ...parameters
      .filter(({ required }) => required)
      .map(({ name, examples = {} }) => ({ place: name, names: Object.keys(examples) })),
    ...Object.entries(requestBody?.content ?? {}).map(([place, { examples = {} }]) => ({
      place,
      names: Object.keys(examples),
    })),
  ];

  test.each(places)("$place has an example for each success that has one", ({ names }) => {
    expect(names).toEqual(expect.arrayContaining(successExamples(operation)));
  });

  // What may be left out is left out of the requests that don't show it. A condition has no success of its own: where it
  // makes a difference, the answer is 304 or 412.
  test.each(parameters.filter(({ required, name }) => !required && !/^If-(None-)?Match$/.test(name)))(
    "$name has examples named like successes",
    ({ examples = {} }) => {
      expect(Object.keys(examples)).not.toEqual([]);
      expect(successExamples(operation)).toEqual(expect.arrayContaining(Object.keys(examples)));
    },
  );

  test("a body's examples are named like the success that they produce", () => {
    const bodies = Object.values(requestBody?.content ?? {});
    const names = bodies.flatMap(({ examples = {} }) => Object.keys(examples));
    expect(successExamples(operation)).toEqual(expect.arrayContaining(names));
  });
});

describe("links", () => {
  const links = Object.values<Any>((document.source as RawDocument).paths)
    .flatMap((item) => Object.values<Any>(item))
    .flatMap((operation) =>
      Object.values<Any>(operation.responses ?? {}).map((response) => [operation, response]),
    )
    .flatMap(([{ operationId }, response]) =>
      Object.entries<Any>(resolve(document, response).links ?? {}).map(([name, link]) => ({
        from: operationId,
        to: name,
        link: resolve(document, link),
      })),
    );

  test.each(links)("$from leads to $to with everything that it needs", ({ to, link }) => {
    const target = document.operations.find(({ operationId }) => operationId === link.operationId);
    expect(target?.operationId).toBe(to);
    const required = target?.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
    expect(Object.keys(link.parameters ?? {}).sort()).toEqual(required?.sort());
  });

  test("lead from a new cart through its lines to the checkout", () => {
    const ways = links.map(({ from, to }) => `${from} → ${to}`);
    expect(ways).toEqual(
      expect.arrayContaining(["createCart → addCartLine", "addCartLine → createCheckoutSession"]),
    );
  });
});
