import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../server/config.ts";
import { readSettings } from "../server/settings.ts";

const limits = {
  global: { limit: 120, windowSeconds: 60 },
  checkout: { limit: 30, windowSeconds: 60 },
};
const read = (env: Record<string, string | undefined>) => readConfig(env, limits, readSettings);

/** The mistakes that are named, one a line. */
function mistakesOf(env: Record<string, string>): string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").slice(1);
  }
}

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://shop.example",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1,whsec_2",
};

describe("in development", () => {
  test("nothing need be set, and whoever calls is taken at their own address", () => {
    expect(read({})).toEqual({
      production: false,
      port: 3000,
      host: "127.0.0.1",
      trustProxy: 0,
      rateLimits: limits,
      settings: { databaseUrl: "file:./data/counterpart.db" },
    });
  });

  test("what is set to nothing isn't set", () => {
    expect(read({ PORT: "", HOST: "", DATABASE_URL: "", RATE_LIMITS: "", STRIPE_SECRET_KEY: "" })).toEqual(
      read({}),
    );
  });

  test("real keys take the stand-in's place", () => {
    expect(read({ STRIPE_SECRET_KEY: "sk_test_1" }).settings.stripe).toEqual({
      secretKey: "sk_test_1",
      webhookSecrets: [],
    });
  });

  test("half of the provider's settings is a mistake", () => {
    expect(mistakesOf({ STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_API_BASE: "http://localhost:1" })).toEqual([
      "- STRIPE_WEBHOOK_SECRET is of no use without STRIPE_SECRET_KEY",
      "- STRIPE_API_BASE is of no use without STRIPE_SECRET_KEY",
    ]);
  });
});

describe("in production", () => {
  test("a whole configuration is read", () => {
    const more = {
      PORT: "8080",
      DATABASE_URL: "file:/data/shop.db",
      REDIS_URL: "rediss://user:password@cache:6379/1",
      TRUST_PROXY: "2",
      METRICS_PORT: "9464",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    };
    expect(read({ ...production, ...more })).toEqual({
      production: true,
      port: 8080,
      host: "0.0.0.0",
      publicUrl: "https://shop.example",
      trustProxy: 2,
      metricsPort: 9464,
      tracesUrl: "http://collector:4318",
      rateLimits: limits,
      settings: {
        databaseUrl: "file:/data/shop.db",
        redisUrl: "rediss://user:password@cache:6379/1",
        stripe: { secretKey: "sk_live_1", webhookSecrets: ["whsec_1", "whsec_2"] },
      },
    });
  });

  test("what is missing is named, all of it", () => {
    expect(mistakesOf({ NODE_ENV: "production" })).toEqual([
      "- PUBLIC_URL is needed in production",
      "- STRIPE_SECRET_KEY is needed in production",
      "- STRIPE_WEBHOOK_SECRET is needed in production",
    ]);
  });
});

test("every mistake is named at once, by variable and never with a secret", () => {
  const mistakes = mistakesOf({
    NODE_ENV: "production",
    PORT: "eighty",
    PUBLIC_URL: "shop.example",
    DATABASE_URL: "mysql://root:hunter2@db/shop",
    STRIPE_SECRET_KEY: "hunter2",
    RATE_LIMITS: "global=0,dreams=5,checkout",
  });
  const names = mistakes.map((mistake) => /^- (\w+)/.exec(mistake)?.[1]);
  for (const name of ["PORT", "PUBLIC_URL", "DATABASE_URL", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]) {
    expect(names).toContain(name);
  }
  expect(names.filter((name) => name === "RATE_LIMITS")).toHaveLength(3);
  expect(mistakes.join()).not.toContain("hunter2");
});

test.each([
  [{ PORT: "-1" }, "PORT"],
  [{ PORT: "65536" }, "PORT"],
  [{ PORT: "80.5" }, "PORT"],
  [{ PUBLIC_URL: "ftp://shop.example" }, "PUBLIC_URL"],
  [{ DATABASE_URL: "file:" }, "DATABASE_URL"],
  [{ DATABASE_URL: "shop.db" }, "DATABASE_URL"],
  [{ STRIPE_SECRET_KEY: "pk_live_1" }, "STRIPE_SECRET_KEY"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "secret" }, "STRIPE_WEBHOOK_SECRET"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_API_BASE: "localhost" }, "STRIPE_API_BASE"],
  [{ REDIS_URL: "http://cache:6379" }, "REDIS_URL"],
  [{ REDIS_URL: "redis://cache/first" }, "REDIS_URL"],
  [{ TRUST_PROXY: "yes" }, "TRUST_PROXY"],
  [{ TRUST_PROXY: "-1" }, "TRUST_PROXY"],
  [{ METRICS_PORT: "metrics" }, "METRICS_PORT"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [{ RATE_LIMITS: "global=-1" }, "RATE_LIMITS"],
  [{ RATE_LIMITS: "constructor=1" }, "RATE_LIMITS"],
])("%j is a mistake", (env: Record<string, string>, name) => {
  const mistakes = mistakesOf(env);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toContain(name);
});

describe("RATE_LIMITS", () => {
  test("changes what it names and leaves the rest, the windows and the document as they are", () => {
    expect(read({ RATE_LIMITS: " global = 1000 , " }).rateLimits).toEqual({
      global: { limit: 1000, windowSeconds: 60 },
      checkout: { limit: 30, windowSeconds: 60 },
    });
    expect(limits.global.limit).toBe(120);
  });
});

test("the public address has no slash at its end", () => {
  expect(read({ PUBLIC_URL: "https://shop.example/api/" }).publicUrl).toBe("https://shop.example/api");
});
