import { expect, test } from "vitest";
import { createAjv } from "../../server/validation/ajv-factories.ts";

const wave = "🌊";

test.each<[object, string, boolean]>([
  [{ maxLength: 3 }, "abc", true],
  [{ maxLength: 3 }, "abcd", false],
  [{ maxLength: 3 }, wave.repeat(3), true],
  [{ maxLength: 3 }, wave.repeat(4), false],
  [{ maxLength: 3 }, `${wave}${wave}a`, true],
  [{ maxLength: 0 }, "", true],
  [{ maxLength: 0 }, "a", false],
  [{ minLength: 2 }, "ab", true],
  [{ minLength: 2 }, "a", false],
  [{ minLength: 2 }, wave, false],
  [{ minLength: 2 }, `${wave}a`, true],
  [{ minLength: 2 }, wave.repeat(2), true],
  [{ minLength: 0 }, "", true],
  [{ minLength: 2, maxLength: 2 }, wave.repeat(2), true],
])("%j of %j is %j, in characters", (bounds, text, isValid) => {
  const validate = createAjv("request", {}).compile({ type: "string", ...bounds });
  expect(validate(text)).toBe(isValid);
});

test.each([
  [{ maxLength: 1 }, "ab", "must NOT have more than 1 characters", { limit: 1 }],
  [{ minLength: 1, pattern: "x" }, "", "must NOT have fewer than 1 characters", { limit: 1 }],
])("%j of %j is refused in ajv's words, before the pattern", (bounds, text, message, params) => {
  const validate = createAjv("response", {}).compile({ type: "string", ...bounds });
  expect(validate(text)).toBe(false);
  expect(validate.errors?.[0]).toMatchObject({ message, params });
});
