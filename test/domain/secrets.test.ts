import { describe, expect, test } from "vitest";
import { isApiKey, newApiKey } from "../../server/domain/api-key.ts";
import { newId } from "../../server/domain/ids.ts";
import { secretHash } from "../../server/domain/secret-hash.ts";

const distinct = (make: () => string) => new Set(Array.from({ length: 1000 }, make)).size;

describe("an API key", () => {
  test("has a prefix, at least 160 random bits and a checksum, and is unique", () => {
    const key = newApiKey();
    const [, random = ""] = /^cp_([A-Za-z0-9_-]+)[0-9a-f]{8}$/.exec(key) ?? [];
    expect(random.length * 6).toBeGreaterThanOrEqual(160);
    expect(isApiKey(key)).toBe(true);
    expect(distinct(newApiKey)).toBe(1000);
  });

  test("with any one wrong letter is invalid", () => {
    const key = newApiKey();
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === "a" ? "b" : "a";
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  test.each(["", "cp_", "cp_demo_key_for_development_only", ` ${newApiKey()}`, `${newApiKey()}\n`])(
    "isn't %j",
    (text) => {
      expect(isApiKey(text)).toBe(false);
    },
  );
});

test("an id has a prefix and more than 128 random bits, and is unique", () => {
  expect(newId("cart")).toMatch(/^cart_[0-9a-z]{26}$/);
  expect(26 * Math.log2(36)).toBeGreaterThan(128);
  expect(distinct(() => newId("cart"))).toBe(1000);
});

test("the hash of a secret is SHA-256, the same each time", () => {
  expect(secretHash("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
});
