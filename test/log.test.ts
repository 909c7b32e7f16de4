import { createLog } from "@counterpart/testing";
import { describe, expect, test } from "vitest";
import { newApiKey } from "../server/domain/api-key.ts";
import { secretPatterns } from "../server/domain/secret-patterns.ts";

/** What `use` writes to the log. */
function logged(use: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  use(createLog({ write: (line) => void lines.push(line) }, { secretPatterns }));
  return lines.join("");
}

const written = (error: unknown) => logged((log) => log.error({ err: error }, "unexpected error"));

describe("an error's line has its cause, but no", () => {
  const key = newApiKey();
  const page = "https://checkout.stripe.com/c/pay/cs_test_a1b2#fid";
  test.each([
    ["API key", key],
    ["key of the provider", "sk_live_51Hxxxxxxxxxxxx"],
    ["restricted key of the provider", "rk_test_51Hxxxxxxxxxxxx"],
    ["webhook secret", "whsec_abcdef123456"],
    ["webhook secret in base64", "whsec_ab/def+1234567890="],
    ["access token", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJpc2htYWVsIn0.c2lnbmF0dXJl"],
    ["payment address", page],
    ["address with a password", "http://ines:hunter2@db.internal/shop"],
  ])("%s", (_, secret) => {
    const cause = new Error(`cause ${secret}`);
    const error = Object.assign(new Error(`boom at ${secret}, "${secret}"`, { cause }), {
      code: "E_BOOM",
      errors: [{ path: secret }],
      raw: { secret },
      headers: { secret },
      config: { secret },
    });
    const line = written(error);
    expect(line).not.toContain(secret);
    expect(line).toContain("boom at [removed]");
    expect(line).toContain("cause [removed]");
    expect(JSON.parse(line)).toMatchObject({ err: { name: "Error", code: "E_BOOM" } });
  });
});

test("a thrown value doesn't have to be an error", () => {
  expect(written("just a text")).toContain("just a text");
  expect(written(undefined)).toContain("unexpected error");
});

test("credentials are redacted anywhere in a logged value", () => {
  const secret = "hunter2";
  const request = { authorization: secret, headers: { a: secret } };
  const text = logged((log) => log.info({ authorization: secret, request }, "hello"));
  expect(text).toContain("hello");
  expect(text).not.toContain("hunter2");
});

test("a line is JSON with a formatted time", () => {
  const text = logged((log) => log.info("hello"));
  const { time, msg, ...rest } = JSON.parse(text);
  expect([msg, rest]).toEqual(["hello", { level: 30 }]);
  expect(new Date(time).toISOString()).toBe(time);
});
