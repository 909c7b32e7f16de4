import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { replicationFinding } from "../../server/cli/doctor/check-replication.ts";
import { hasPostgresPrograms } from "../helpers/processes/own-postgres.ts";
import { startReplicatedPostgres } from "../helpers/processes/replicated-postgres.ts";
import { type Cli, openCli } from "./cli-harness.ts";

let cli: Cli;
beforeEach(async () => {
  cli = await openCli();
});
afterEach(() => cli.close());

async function findings(check: string) {
  const { exitCode, stdout } = await cli.run("doctor", "--json");
  const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
  return { exitCode, found: checks.filter((one) => one.check === check) };
}

describe.skipIf(!hasPostgresPrograms)(
  "the command line, on a replicated PostgreSQL,",
  { timeout: 180_000 },
  () => {
    test("doctor says what a failover would lose with the primary's settings", async () => {
      const { primary, standby } = await startReplicatedPostgres();
      cli.env.DATABASE_URL = primary.url;
      const set = async (name: string, value: string) => {
        await primary.run(`alter system set ${name} = '${value}'`);
        await primary.run("select pg_reload_conf()");
        await expect
          .poll(() => primary.run(`select current_setting('${name}') as value`))
          .toEqual([{ value }]);
      };
      const found = async () => (await findings("replication")).found;
      expect(await found()).toMatchObject([{ status: "ok", message: expect.stringMatching(/^Synchronous/) }]);
      await set("client_min_messages", "error");
      expect(await found()).toMatchObject([
        { status: "ok" },
        { message: expect.stringMatching(/client_min_messages/) },
      ]);
      await set("client_min_messages", "notice");
      await set("synchronous_commit", "local");
      expect(await found()).toMatchObject([
        { status: "warning", message: expect.stringMatching(/^Asynchronous.*local/) },
      ]);
      await set("synchronous_commit", "on");
      await set("synchronous_standby_names", "");
      expect(await found()).toMatchObject([
        { status: "warning", message: expect.stringMatching(/^Asynchronous: 1 standby .* loses/) },
      ]);
      await standby.kill();
      await expect.poll(found).toMatchObject([{ status: "ok", message: expect.stringMatching(/^Not used/) }]);
      await set("synchronous_standby_names", "standby");
      expect(await findings("replication")).toMatchObject({
        exitCode: 1,
        found: [{ status: "failed", message: expect.stringMatching(/every write fails/) }],
      });
    });

    test("a command reports that its commit wasn't confirmed", async () => {
      const { primary, standby } = await startReplicatedPostgres();
      cli.env.DATABASE_URL = primary.url;
      await cli.ask("migrate");
      await standby.kill();
      const { exitCode, stderr } = await cli.run(
        "stores",
        "create",
        "--slug",
        "one",
        "--name",
        "One",
        "--currency",
        "eur",
      );
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^error: a commit didn't wait .*Check whether the command took effect[^\n]*\n$/);
    });

    test("doctor names a standby", async () => {
      const { standby } = await startReplicatedPostgres();
      cli.env.DATABASE_URL = standby.url;
      expect(await findings("database")).toMatchObject({
        exitCode: 1,
        found: [
          {
            status: "failed",
            message: "It can't be opened: the server is a standby, which accepts no writes.",
          },
        ],
      });
    });
  },
);

test("doctor says that it may not see which standbys are synchronous", () => {
  const replication = { names: "ANY 1 (a, b)", commit: "on", standbys: 2, synchronous: undefined };
  expect(replicationFinding(replication)).toMatchObject({
    status: "ok",
    message: expect.stringMatching(/2 standbys are connected, but only members of pg_monitor/),
  });
});
