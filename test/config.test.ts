import { writeFile } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "@counterpart/server/settings";
import { readConfig } from "@counterpart/testing";
import { describe, expect, test } from "vitest";
import { readSettings } from "../server/settings.ts";
import { temporaryFolder } from "./helpers/temporary-folder.ts";

const limits = {
  global: { limit: 120, windowSeconds: 60 },
  checkout: { limit: 30, windowSeconds: 60 },
};
const read = (env: Record<string, string | undefined>) => readConfig(env, limits, readSettings);

/** The reported mistakes, one per line. */
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
  test("no variable is required, and callers are counted by their own address", () => {
    expect(read({})).toEqual({
      production: false,
      port: 3000,
      host: "127.0.0.1",
      trustProxy: 0,
      logLevel: "info",
      logSuccessRatio: 1,
      drainMs: 0,
      rateLimits: limits,
      settings: {
        ...{
          databaseUrl: "file:./data/counterpart.db",
          hasDashboard: true,
          signUp: "off",
          migratesAtStart: true,
        },
        images: { place: { folder: "./data/images" }, maxBytesPerStore: 1024 ** 3 },
      },
    });
  });

  test("an empty variable counts as not set", () => {
    expect(read({ PORT: "", HOST: "", DATABASE_URL: "", RATE_LIMITS: "", STRIPE_SECRET_KEY: "" })).toEqual(
      read({}),
    );
  });

  test("real keys replace the stand-in", () => {
    expect(read({ STRIPE_SECRET_KEY: "sk_test_1" }).settings.stripe).toEqual({
      secretKey: "sk_test_1",
      webhookSecrets: [],
    });
  });

  test("incomplete provider settings are a mistake", () => {
    expect(
      mistakesOf({
        STRIPE_WEBHOOK_SECRET: "whsec_1",
        STRIPE_API_BASE: "http://localhost:1",
        STRIPE_CLIENT_ID: "ca_1",
      }),
    ).toEqual([
      "- STRIPE_WEBHOOK_SECRET requires STRIPE_SECRET_KEY",
      "- STRIPE_API_BASE requires STRIPE_SECRET_KEY",
      "- STRIPE_CLIENT_ID requires STRIPE_SECRET_KEY",
    ]);
  });
});

describe("in production", () => {
  test("a complete configuration is read", () => {
    const more = {
      PORT: "8080",
      DATABASE_URL: "file:/data/shop.db",
      REDIS_URL: "rediss://user:password@cache:6379/1",
      TRUST_PROXY: "2",
      METRICS_PORT: "9464",
      DRAIN_SECONDS: "15",
      LOG_LEVEL: "warn",
      LOG_SUCCESS_RATIO: "0.05",
      MIGRATE_AT_START: "false",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.01",
    };
    expect(read({ ...production, ...more })).toEqual({
      production: true,
      port: 8080,
      host: "0.0.0.0",
      publicUrl: "https://shop.example",
      trustProxy: 2,
      redisUrl: "rediss://user:password@cache:6379/1",
      metricsPort: 9464,
      tracesUrl: "http://collector:4318",
      traceSampling: { sampler: "parentbased_traceidratio", ratio: 0.01 },
      logLevel: "warn",
      logSuccessRatio: 0.05,
      drainMs: 15_000,
      rateLimits: limits,
      settings: {
        databaseUrl: "file:/data/shop.db",
        hasDashboard: true,
        signUp: "off",
        migratesAtStart: false,
        stripe: { secretKey: "sk_live_1", webhookSecrets: ["whsec_1", "whsec_2"] },
      },
    });
  });

  test("every missing variable is listed", () => {
    expect(mistakesOf({ NODE_ENV: "production" })).toEqual([
      "- PUBLIC_URL is required in production",
      "- STRIPE_SECRET_KEY is required in production",
      "- STRIPE_WEBHOOK_SECRET is required in production",
    ]);
  });
});

test("all mistakes are reported at once, by variable and never with a secret", () => {
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
  [{ LOG_SUCCESS_RATIO: "1.5" }, "LOG_SUCCESS_RATIO"],
  [{ LOG_SUCCESS_RATIO: "-0.5" }, "LOG_SUCCESS_RATIO"],
  [{ LOG_SUCCESS_RATIO: "10%" }, "LOG_SUCCESS_RATIO"],
  [{ PORT: "80.5" }, "PORT"],
  [{ PORT: "0x50" }, "PORT"],
  [{ NODE_ENV: "prod" }, "NODE_ENV"],
  [{ NODE_ENV: "Production" }, "NODE_ENV"],
  [{ HOST: "0.0.0.0" }, "HOST"],
  [{ HOST: "::" }, "HOST"],
  [{ HOST: "192.168.1.7", ALLOW_REMOTE_DEVELOPMENT: "false" }, "HOST"],
  [{ ALLOW_REMOTE_DEVELOPMENT: "yes" }, "ALLOW_REMOTE_DEVELOPMENT"],
  [{ PUBLIC_URL: "https://shop.example/?from=mail" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://shop.example/#top" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://shop.example?" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://ines:hunter2@shop.example" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "ftp://shop.example" }, "PUBLIC_URL"],
  [{ DATABASE_URL: "file:" }, "DATABASE_URL"],
  [{ DATABASE_URL: "shop.db" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://shop:a#b@db.example/shop" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://one,two/shop?target_session_attrs=any" }, "DATABASE_URL"],
  [{ DATABASE_URL_FILE: "/nowhere/at/all" }, "DATABASE_URL_FILE"],
  [{ STRIPE_SECRET_KEY: "pk_live_1" }, "STRIPE_SECRET_KEY"],
  [{ STRIPE_SECRET_KEY: "sk_test_1 sk_test_2" }, "STRIPE_SECRET_KEY"],
  [{ STRIPE_SECRET_KEY: "sk_live_1" }, "STRIPE_SECRET_KEY"],
  [{ STRIPE_SECRET_KEY: "rk_live_1", NODE_ENV: "test" }, "STRIPE_SECRET_KEY"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1,whsec_2," }, "STRIPE_WEBHOOK_SECRET"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1,hunter2" }, "STRIPE_WEBHOOK_SECRET"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1 whsec_2" }, "STRIPE_WEBHOOK_SECRET"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_" }, "STRIPE_WEBHOOK_SECRET"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "secret" }, "STRIPE_WEBHOOK_SECRET"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_API_BASE: "localhost" }, "STRIPE_API_BASE"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_CLIENT_ID: "acct_1" }, "STRIPE_CLIENT_ID"],
  [{ REDIS_URL: "http://cache:6379" }, "REDIS_URL"],
  [{ REDIS_URL: "redis://cache/first" }, "REDIS_URL"],
  [{ TRUST_PROXY: "yes" }, "TRUST_PROXY"],
  [{ TRUST_PROXY: "-1" }, "TRUST_PROXY"],
  [{ METRICS_PORT: "metrics" }, "METRICS_PORT"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [{ OTEL_TRACES_SAMPLER: "jaeger_remote" }, "OTEL_TRACES_SAMPLER"],
  [{ OTEL_TRACES_SAMPLER_ARG: "1.5" }, "OTEL_TRACES_SAMPLER_ARG"],
  [{ OTEL_TRACES_SAMPLER_ARG: "1 %" }, "OTEL_TRACES_SAMPLER_ARG"],
  [{ RATE_LIMITS: "global=-1" }, "RATE_LIMITS"],
  [{ RATE_LIMITS: "constructor=1" }, "RATE_LIMITS"],
])("%j is a mistake", (env: Record<string, string>, name) => {
  const mistakes = mistakesOf(env);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toMatch(new RegExp(`^- ${name} `));
  expect(mistakes[0]).not.toContain("hunter2");
});

test.each([
  ["PORT", "0 to 65535"],
  ["METRICS_PORT", "0 to 65535"],
  ["TRUST_PROXY", "0 to 10"],
  ["DATABASE_POOL_SIZE", "1 to 1000"],
  ["DATABASE_STATEMENT_TIMEOUT_MS", "100 to 600000"],
  ["DATABASE_CONNECT_TIMEOUT_MS", "100 to 60000"],
])("the error of %s states its range", (name, bounds) => {
  expect(mistakesOf({ [name]: "9999999" })).toEqual([`- ${name} must be a whole number from ${bounds}`]);
});

test("the database gets the pool size and timeouts that are set", () => {
  const { settings } = read({ DATABASE_POOL_SIZE: "5", DATABASE_CONNECT_TIMEOUT_MS: "700" });
  expect(settings.databaseOptions).toEqual({ poolSize: 5, connectTimeoutMs: 700 });
  expect(read({ DATABASE_STATEMENT_TIMEOUT_MS: "200" }).settings.databaseOptions).toEqual({
    statementTimeoutMs: 200,
  });
});

test("a database for reads must be PostgreSQL, like the one for writes", () => {
  const DATABASE_READ_URL = "postgres://shop:hunter2@standby/shop";
  const DATABASE_URL = "postgres://shop:hunter2@db/shop";
  for (const readUrl of [DATABASE_READ_URL, "postgres://one:5433,two:5433/shop?target_session_attrs=any"]) {
    expect(read({ DATABASE_URL, DATABASE_READ_URL: readUrl }).settings.readUrl).toBe(readUrl);
  }
  expect(read({ DATABASE_URL }).settings.readUrl).toBeUndefined();
  expect(mistakesOf({ DATABASE_READ_URL })).toEqual([
    "- DATABASE_READ_URL requires a DATABASE_URL that begins with postgres://",
  ]);
  for (const wrong of ["file:shop.db", "postgres://shop:a#b@standby/shop"]) {
    expect(mistakesOf({ DATABASE_URL, DATABASE_READ_URL: wrong })).toEqual([
      "- DATABASE_READ_URL must be the address of a PostgreSQL standby, like postgres://user:password@host:5432/database",
    ]);
  }
});

test("ALLOW_REMOTE_DEVELOPMENT lets a development server listen beyond this machine", () => {
  expect(read({ HOST: "0.0.0.0", ALLOW_REMOTE_DEVELOPMENT: "true" }).host).toBe("0.0.0.0");
});

test.each(["127.0.0.1", "127.1.2.3", "localhost", "::1"])("%s is only this machine", (HOST) => {
  expect(read({ HOST }).host).toBe(HOST);
});

test("spaces around the secrets of a list are ignored", () => {
  const env = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: " whsec_1 , whsec_2\n" };
  expect(read(env).settings.stripe?.webhookSecrets).toEqual(["whsec_1", "whsec_2"]);
});

describe("a secret in a file", () => {
  const written = async (text: string) => {
    const file = path.join(await temporaryFolder(), "secret");
    await writeFile(file, text);
    return file;
  };

  test.each(
    Object.entries({
      DATABASE_URL: "postgres://shop:hunter2@db/shop",
      REDIS_URL: "redis://:hunter2@cache:6379",
      STRIPE_SECRET_KEY: "sk_live_hunter2",
      STRIPE_WEBHOOK_SECRET: "whsec_hunter2",
    }),
  )("%s_FILE is read without its final newline, like the variable itself", async (name, value) => {
    const env = { ...production, [name]: "" };
    expect(read({ ...env, [`${name}_FILE`]: await written(`${value}\n`) })).toEqual(
      read({ ...env, [name]: value }),
    );
  });

  test("is a mistake if the variable is set too or it can't be read, and is reported without its content", async () => {
    const file = await written("hunter2\n");
    const [empty, folder] = [await written("\n"), await temporaryFolder()];
    const mistakes = (FILE: string, more = {}) =>
      mistakesOf({ ...production, STRIPE_SECRET_KEY: "", STRIPE_SECRET_KEY_FILE: FILE, ...more });
    expect(mistakes(file, { STRIPE_SECRET_KEY: "sk_live_1" })).toEqual([
      "- STRIPE_SECRET_KEY_FILE names a file, but STRIPE_SECRET_KEY is set too: set only one of them",
    ]);
    expect(mistakes(file)).toEqual(["- STRIPE_SECRET_KEY must be one key that begins with sk_ or rk_"]);
    for (const one of [`${file}.gone`, empty, folder]) {
      const [mistake, ...others] = mistakes(one);
      expect(others).toEqual([]);
      expect(mistake).toMatch(/^- STRIPE_SECRET_KEY_FILE .*: .+$/);
    }
  });
});

describe("RATE_LIMITS", () => {
  test("changes only the given limits, not the windows or the document", () => {
    expect(read({ RATE_LIMITS: " global = 1000 , " }).rateLimits).toEqual({
      global: { limit: 1000, windowSeconds: 60 },
      checkout: { limit: 30, windowSeconds: 60 },
    });
    expect(limits.global.limit).toBe(120);
  });
});

test("the public address has no trailing slash", () => {
  expect(read({ PUBLIC_URL: "https://shop.example/api/" }).publicUrl).toBe("https://shop.example/api");
});

test("access tokens of agents need an issuer and a store, and https in production", () => {
  const agents = { AGENT_ISSUER: "http://localhost:4000", AGENT_STORE: "harbour" };
  expect(read(agents).settings.agentTokens).toEqual({ issuer: "http://localhost:4000", store: "harbour" });
  const together = "AGENT_ISSUER and AGENT_STORE must be set together";
  for (const [name, value] of Object.entries(agents))
    expect(mistakesOf({ [name]: value })).toEqual([expect.stringContaining(together)]);
  expect(mistakesOf({ ...production, ...agents })).toEqual([
    expect.stringContaining("AGENT_ISSUER must begin with https:// in production"),
  ]);
});

describe("mail", () => {
  const from = { MAIL_FROM: "orders@shop.example" };

  test("has a mail server, with percent-decoded credentials", () => {
    const mailOf = (SMTP_URL: string) => read({ SMTP_URL, ...from }).settings.mail;
    expect(mailOf("smtp://shop%40example:a%2Fb@mail.example")).toEqual({
      from: "orders@shop.example",
      server: {
        ...{ host: "mail.example", port: 587, isSecure: false },
        credentials: { user: "shop@example", pass: "a/b" },
      },
    });
    expect(mailOf("smtps://[::1]")?.server).toEqual({ host: "::1", port: 465, isSecure: true });
  });

  test("needs a server and an address that mails come from, and its mistakes don't quote the password", () => {
    expect(mistakesOf({ SMTP_URL: "smtp://mail.example" }).join()).toContain(
      "MAIL_FROM is required with SMTP_URL",
    );
    expect(mistakesOf(from).join()).toContain("MAIL_FROM requires SMTP_URL");
    const faulty = mistakesOf({
      SMTP_URL: "http://shop:hunter2@mail.example",
      MAIL_FROM: "no address",
    }).join();
    expect(faulty).toContain("SMTP_URL must be like smtp://");
    expect(faulty).toContain("MAIL_FROM must be an email address");
    expect(faulty).not.toContain("hunter2");
  });
});
