import { expect, test } from "vitest";
import { requirePackages } from "../../server/process/require-packages.ts";
import { ConfigError } from "../../server/process/settings.ts";

test("a feature whose packages are installed can be turned on", () => {
  for (const feature of ["traces", "redis", "mcp"] as const) requirePackages(feature, "It");
});

test.each([
  ["redis", "REDIS_URL needs packages that aren't installed. Run: npm install @redis/client@"],
  ["mcp", "REDIS_URL needs packages that aren't installed. Run: npm install @modelcontextprotocol/server@"],
] as const)("the packages that %s lacks are named with their versions", (feature, sentence) => {
  const missing = () => requirePackages(feature, "REDIS_URL", () => false);
  expect(missing).toThrow(ConfigError);
  expect(missing).toThrow(sentence);
  expect(missing).toThrow(/@\d+\.\d+\.\d+$/);
});

test("only missing packages are named", () => {
  const missing = () => requirePackages("redis", "REDIS_URL", (name) => name === "@redis/client");
  expect(missing).toThrow("needs a package that isn't installed. Run: npm install rate-limiter-flexible@");
});
