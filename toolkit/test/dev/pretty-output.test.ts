import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import { prettyOutput } from "../../cli/development/pretty-output.ts";
import { createLog } from "../../server/log/log.ts";

function start() {
  let text = "";
  const output = {
    write(part: string) {
      text += part;
    },
    flushSync() {},
  };
  const log = createLog(prettyOutput(output));
  return {
    log,
    text: () => text,
    lines: () => stripVTControlCharacters(text).trim().split("\n"),
  };
}

test("a refused request is one line with the reason", () => {
  const { log, lines } = start();
  const place = { requestId: "req_1", operationId: "addCartLine", store: "store_1" };
  log.info({ ...place, status: 409, ms: 3.1, code: "CONFLICT", reason: "Not for sale." }, "request");
  expect(lines()).toEqual([
    expect.stringMatching(/409 {2}addCartLine {2}3\.1 ms {2}CONFLICT: Not for sale\.$/),
  ]);
});

test("a request that no operation matched shows its method and path", () => {
  const { log, lines } = start();
  log.info({ requestId: "req_1", method: "GET", path: "/nothing", status: 404, ms: 1 }, "request");
  expect(lines()[0]).toMatch(/404 {2}GET \/nothing {2}1 ms$/);
});

test("an error keeps its stack", () => {
  const { log, lines } = start();
  log.error({ requestId: "req_1", err: new Error("boom") }, "unexpected error");
  expect(lines()[0]).toMatch(/ERROR: unexpected error {2}req_1/);
  expect(lines().join("\n")).toContain("boom");
});

test("lines have colours, and none with NO_COLOR", () => {
  vi.stubEnv("NO_COLOR", "");
  const coloured = start();
  coloured.log.info("listening");
  expect(coloured.text()).not.toBe(stripVTControlCharacters(coloured.text()));
  vi.stubEnv("NO_COLOR", "1");
  const plain = start();
  plain.log.info("listening");
  vi.unstubAllEnvs();
  expect(plain.text()).toBe(stripVTControlCharacters(plain.text()));
});
