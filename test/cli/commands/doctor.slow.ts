import { readFileSync } from "node:fs";
import { mkdir, rm, truncate } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkClock } from "../../../server/cli/doctor/check-clock.ts";
import { checkDisk } from "../../../server/cli/doctor/check-disk.ts";
import { checkProvider } from "../../../server/cli/doctor/check-provider.ts";
import { checkVersions } from "../../../server/cli/doctor/doctor.ts";
import type { Finding } from "../../../server/cli/doctor/finding.ts";
import { neededEvents } from "../../../server/payments/events/needed-events.ts";
import { neededRights } from "../../../server/payments/provider/needed-rights.ts";
import { migrateToFirst } from "../../helpers/data/migrate-to-first.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { startMailServer } from "../../helpers/mail-server.ts";
import { withPostgres, withRedis } from "../../helpers/outside.ts";
import { productionSettings } from "../../helpers/processes/server-process.ts";
import { type Cli, openCli } from "../cli-harness.ts";

const webhook = { url: "https://shop.example/webhooks/stripe", secret: "whsec_process" };
let cli: Cli;
let stripe: ReturnType<typeof createStripeStandIn>;
let standIn: Awaited<ReturnType<typeof stripe.listen>>;

beforeEach(async () => {
  cli = await openCli();
  stripe = createStripeStandIn({ webhooks: [webhook] });
  standIn = await stripe.listen(0, "127.0.0.1");
  Object.assign(cli.env, productionSettings(cli.env.DATABASE_URL, standIn.url));
  await cli.ask("migrate");
});
afterEach(async () => {
  await standIn.close();
  await cli.close();
});

/** Its findings, by check. Several findings of one check are a list. */
async function examine() {
  const { exitCode, stdout, stderr } = await cli.run("doctor", "--json");
  const { ok, checks }: { ok: boolean; checks: Finding[] } = JSON.parse(stdout);
  return { exitCode, ok, stderr, of: (name: string) => checks.filter(({ check }) => check === name), checks };
}

describe("the doctor", () => {
  test("exits with 0 when it finds nothing wrong", async () => {
    const { exitCode, ok, checks, stderr } = await examine();
    expect({ exitCode, ok, stderr }).toEqual({ exitCode: 0, ok: true, stderr: "" });
    expect(checks.map(({ check, status }) => [check, status])).toEqual([
      ["versions", "ok"],
      ["settings", "ok"],
      ["database", "ok"],
      ["migrations", "ok"],
      ["disk", "ok"],
      ["images", "ok"],
      ["redis", "ok"],
      ["payments", "ok"],
      ["webhooks", "ok"],
      ["clock", "ok"],
    ]);
  });

  test("says whether images can be stored", async () => {
    const folder = `${cli.env.DATABASE_URL.slice("file:".length)}.images`;
    Object.assign(cli.env, { IMAGES_FOLDER: folder });
    expect((await examine()).of("images")).toMatchObject([
      { status: "ok", message: expect.stringContaining("doesn't exist yet") },
    ]);
    await mkdir(folder);
    expect((await examine()).of("images")).toEqual([
      { check: "images", status: "ok", message: `Stored in ${folder}.` },
    ]);
    const refusing = createServer((_req, res) => res.writeHead(403).end());
    await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
    const { port } = refusing.address() as AddressInfo;
    Object.assign(cli.env, {
      IMAGES_BUCKET_URL: `http://127.0.0.1:${port}/images`,
      ...{ IMAGES_BUCKET_KEY_ID: "key", IMAGES_BUCKET_SECRET: "secret" },
    });
    const { of, exitCode } = await examine();
    refusing.close();
    expect([exitCode, of("images")]).toMatchObject([
      1,
      [{ status: "failed", message: expect.stringContaining("S3 returned 403") }],
    ]);
  });

  test("changes nothing in the database or at the provider", async () => {
    const before = stripe.control.requests().length;
    await examine();
    const written = stripe.control.requests().slice(before);
    expect(written.filter(({ status }) => status === 200).map(({ method }) => method)).toEqual(
      written.filter(({ status }) => status === 200).map(() => "GET"),
    );
    await rm(cli.env.DATABASE_URL.slice("file:".length));
    const { of } = await examine();
    expect(of("database")).toMatchObject([
      { status: "warning", message: expect.stringContaining("doesn't exist yet") },
    ]);
    expect((await examine()).of("database")[0]?.status).toBe("warning");
  });

  test("lists every mistake in the settings, without values, and exits with 1", async () => {
    Object.assign(cli.env, { PORT: "http", STRIPE_SECRET_KEY: "hunter2" });
    const { exitCode, of, stderr } = await examine();
    expect(exitCode).toBe(1);
    const [settings] = of("settings");
    expect(settings?.status).toBe("failed");
    expect(settings?.message).toMatch(/PORT .*\n.*STRIPE_SECRET_KEY/s);
    expect(settings?.message).not.toContain("hunter2");
    expect(JSON.parse(stderr)).toMatchObject({ code: "CONFLICT", error: "1 check has failed." });
  });

  test("says what to do in plain text", async () => {
    stripe.control.expireKeys();
    const { exitCode, stdout, stderr } = await cli.run("doctor");
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^failed {4}payments {4}The provider rejects the key\.\n {22}→ Set STRIPE_SECRET_KEY/m,
    );
    expect(stderr).toBe("error: 1 check has failed.\n");
    expect(stdout).not.toContain("sk_test_process");
  });

  test("reports which rights the key lacks, and tests each that the service needs", async () => {
    const lacking = async (...permissions: string[]) => {
      stripe.control.denyRights(...permissions);
      const settings = {
        secretKey: "rk_test_doctor",
        apiBase: standIn.url,
        webhookSecrets: ["whsec_process"],
      };
      const { findings } = await checkProvider(settings, "https://shop.example");
      return findings.find(({ check }) => check === "payments");
    };
    for (const { permission, resource, access } of neededRights) {
      expect(await lacking(permission)).toMatchObject({
        status: "failed",
        message: `The key lacks permissions: ${resource} (${access}).`,
      });
    }
    expect(await lacking("checkout_session_write", "dispute_read")).toMatchObject({
      message: "The key lacks permissions: Checkout Sessions (write), Disputes (read).",
    });
    expect(await lacking()).toMatchObject({ status: "ok" });
  });

  test("reports stores whose purchases are refused or sold on other terms", async () => {
    const store = ["--name", "Harbour", "--currency", "eur"];
    await cli.ask("stores", "create", "--slug", "untaxed", ...store);
    expect((await examine()).of("stores")).toEqual([]);
    await cli.ask("stores", "create", "--slug", "taxed", ...store, "--tax", "inclusive", "--payments");
    const other = ["--slug", "quay", ...store, "--tax", "exclusive", "--stripe-account", "acct_quay"];
    await cli.ask("stores", "create", ...other, "--payments");
    stripe.control.setTaxOrigin(undefined, "IE");
    const { exitCode, of } = await examine();
    expect([exitCode, of("stores")]).toEqual([
      1,
      [
        expect.objectContaining({
          status: "failed",
          message: expect.stringMatching(/refused\. quay: The account isn't set up for tax/),
        }),
      ],
    ]);
    stripe.control.setTaxOrigin("acct_quay", "IE");
    expect((await examine()).of("stores")).toMatchObject([{ status: "ok" }]);
    stripe.control.setAccount("acct_quay", { chargesEnabled: false });
    expect((await examine()).of("stores")).toMatchObject([
      { status: "failed", message: expect.stringContaining("quay: The payment provider doesn't allow") },
    ]);
  });

  test("warns of stores with promotion codes whose payment pages have no field for them", async () => {
    const store = ["--name", "Harbour", "--currency", "eur"];
    for (const slug of ["harbour", "quay"]) await cli.ask("stores", "create", "--slug", slug, ...store);
    expect((await examine()).of("codes")).toEqual([]);
    await cli.ask("codes", "create", "--store", "harbour", "--code", "SUMMER", "--percent", "10");
    const { exitCode, of } = await examine();
    expect([exitCode, of("codes")]).toEqual([
      0,
      [expect.objectContaining({ status: "warning", message: expect.stringContaining(": harbour.") })],
    ]);
    await cli.ask("stores", "update", "quay", "--stripe-account", "acct_quay");
    expect((await examine()).of("codes")).toMatchObject([{ status: "ok" }]);
  });

  test("reports webhooks as unknown with a key that may not read them", async () => {
    stripe.control.denyRights("webhook_read");
    const { exitCode, of } = await examine();
    expect(exitCode).toBe(0);
    expect(of("webhooks")).toMatchObject([{ status: "warning" }]);
  });

  test.each([
    ["points elsewhere", { url: "https://old.example/webhooks/stripe" }, "No webhook endpoint has the URL"],
    ["is disabled", { isDisabled: true }, "is disabled"],
    ["lacks events", { events: neededEvents.slice(1) }, `doesn't receive ${neededEvents[0]}.`],
  ])("finds a webhook endpoint that %s", async (_, change, message) => {
    stripe.control.setWebhooks({ endpoints: [{ ...webhook, ...change }] });
    const { exitCode, of } = await examine();
    expect(exitCode).toBe(1);
    expect(of("webhooks")).toMatchObject([{ status: "failed", message: expect.stringContaining(message) }]);
  });

  test("accepts an endpoint with just the events that are needed", async () => {
    stripe.control.setWebhooks({ endpoints: [{ ...webhook, events: neededEvents }] });
    expect((await examine()).of("webhooks")).toMatchObject([{ status: "ok" }]);
  });

  test("finds an unreachable provider and Redis", async () => {
    Object.assign(cli.env, {
      STRIPE_API_BASE: "http://127.0.0.1:9",
      REDIS_URL: "redis://:hunter2@127.0.0.1:9",
    });
    const { of, checks } = await examine();
    expect(of("payments")).toMatchObject([
      { status: "failed", message: expect.stringContaining("unreachable") },
    ]);
    expect(of("redis")).toMatchObject([
      { status: "failed", message: expect.stringContaining("ECONNREFUSED") },
    ]);
    expect(JSON.stringify(checks)).not.toContain("hunter2");
  });

  test("signs in at the mail server, and sends nothing", async () => {
    const mailServer = await startMailServer();
    const { host, port } = mailServer.settings;
    Object.assign(cli.env, { SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: "orders@shop.example" });
    expect((await examine()).of("mail")).toMatchObject([{ status: "ok" }]);
    Object.assign(cli.env, { SMTP_URL: `smtp://shop:hunter2@${host}:${port}` });
    const { of, checks } = await examine();
    expect(of("mail")).toMatchObject([{ status: "failed", message: expect.stringContaining("ETLS") }]);
    expect(JSON.stringify(checks)).not.toContain("hunter2");
    await mailServer.close();
    expect((await examine()).of("mail")).toMatchObject([{ status: "failed" }]);
    expect(mailServer.received).toEqual([]);
  });

  test("finds a file that isn't a database, or a damaged one", async () => {
    const file = await cli.file("letter.db", "This is a letter and no database. ".repeat(500));
    Object.assign(cli.env, { DATABASE_URL: `file:${file}` });
    expect((await examine()).of("database")).toMatchObject([
      { status: "failed", message: expect.stringContaining("isn't an SQLite database") },
    ]);
  });

  test("finds a database whose file was cut off", async () => {
    const file = cli.env.DATABASE_URL.slice("file:".length);
    await truncate(file, 40_960);
    expect((await examine()).of("database")).toMatchObject([{ status: "failed" }]);
  });

  test("finds tables of an older version", async () => {
    cli.env.DATABASE_URL += ".older";
    await migrateToFirst(cli.env.DATABASE_URL);
    expect((await examine()).of("migrations")).toMatchObject([
      { status: "warning", message: expect.stringContaining("0062-product-pages") },
    ]);
  });

  withPostgres("on PostgreSQL", (server) => {
    test("compares its clock, and finds a pool that is too large and commits that don't wait", async () => {
      const testDatabase = await emptyPostgres(server);
      Object.assign(cli.env, { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: "1000" });
      const { exitCode, of } = await examine();
      await testDatabase.drop();
      expect(exitCode).toBe(0);
      expect(of("database")).toMatchObject([
        { status: "ok", message: expect.stringMatching(/^PostgreSQL \d+/) },
        { status: "warning", message: expect.stringContaining("one process may open 1007") },
        { status: "warning", message: expect.stringContaining("synchronous_commit is off") },
      ]);
      expect(of("migrations")).toMatchObject([{ status: "warning" }]);
      expect(of("clock")).toMatchObject([
        { status: "ok", message: "Agrees with the database and the provider." },
      ]);
      expect(of("redis")).toMatchObject([{ status: "warning" }]);
    });
  });

  withRedis("with Redis", (url) => {
    test("counts a test request there", async () => {
      Object.assign(cli.env, { REDIS_URL: url });
      expect((await examine()).of("redis")).toMatchObject([{ status: "ok" }]);
    });
  });
});

const page = readFileSync("docs/operating/stripe.md", "utf8");

test("the permissions that it tests are those in docs/operating/stripe.md", () => {
  const rows = neededRights.map(({ resource, access, use }) => `| ${resource} | ${access} | ${use} |`);
  expect(page.match(/^\| [A-Z].*$/gm)).toEqual(rows);
});

test("the events that it looks for are those that docs/operating/stripe.md names", () => {
  const patterns = [...page.matchAll(/`([a-z_]+\.[a-z_.]+(?:\.\*)?|refund\.\*)`/g)].map(
    ([, name = ""]) => name,
  );
  const matches = (type: string, pattern: string) =>
    pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
  for (const type of neededEvents)
    expect(
      patterns.some((one) => matches(type, one)),
      type,
    ).toBe(true);
  // Those of connected accounts arrive at a Connect endpoint, which not every installation has.
  const own = patterns.filter((pattern) => !pattern.startsWith("account."));
  for (const pattern of own)
    expect(
      neededEvents.some((type) => matches(type, pattern)),
      pattern,
    ).toBe(true);
});

test("a Node version that is too old is a failure", () => {
  expect(checkVersions("1.0.0", 24, "20.19.0")).toMatchObject({
    status: "failed",
    message: "This is Node 20.19.0.",
  });
  expect(checkVersions("1.0.0", 24, "24.1.0").status).toBe("ok");
});

test("a clock that differs from others is a warning that says by how much", () => {
  const differences = [
    { of: "the database", ms: 90_000 },
    { of: "the provider", ms: -1500 },
  ];
  expect(checkClock(differences)).toMatchObject({
    status: "warning",
    message: "This machine's clock is 90 s behind the database.",
  });
  expect(checkClock([{ of: "the provider", ms: -5000 }]).message).toContain("5 s ahead of the provider");
});

test.each([
  [50 * 2 ** 20, "failed"],
  [500 * 2 ** 20, "warning"],
  [5 * 2 ** 30, "ok"],
])("a disk with %i free bytes is: %s", async (free, status) => {
  expect((await checkDisk("/data/shop.db", async () => free)).status).toBe(status);
});
