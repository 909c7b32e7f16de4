import { type Schema, Validator } from "@cfworker/json-schema";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { startLibrary } from "./start-library.ts";
import { ordersDocument, sentByAgents } from "./what-agents-send.ts";

const seen: unknown[] = [];
const echo: AnyHandler = ({ query, body }) => {
  seen.push(body ?? { ...query });
  return { status: 200, body: {} };
};
const library = await startLibrary({
  raw: ordersDocument(),
  handlers: { listOrders: echo, addOrder: echo },
});
afterAll(() => library.close());
beforeEach(() => {
  seen.length = 0;
});
const client = await library.connect();
const { tools } = await client.listTools();
/** Whether another validator accepts arguments by the published schema. */
const isPublished = (tool: string, given: object): boolean => {
  const schema = tools.find(({ name }) => name === tool)?.inputSchema as Schema;
  return new Validator(schema, "2020-12").validate(JSON.parse(JSON.stringify(given))).valid;
};

test.each(sentByAgents)("$what", async ({ tool, given, wanted }) => {
  const { isError, content } = await client.callTool({ name: tool, arguments: given });
  if ("sent" in wanted) {
    expect(isError).toBeUndefined();
    expect(seen).toEqual([wanted.sent]);
    expect(isPublished(tool, wanted.sent)).toBe(true);
  } else {
    expect(isError).toBe(true);
    expect((content as { text: string }[])[0]?.text).toContain(`argument ${wanted.refused}`);
    expect(seen).toEqual([]);
    expect(isPublished(tool, given)).toBe(false);
  }
});

test("a refused argument isn't an error of the server", () => {
  expect(library.log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
