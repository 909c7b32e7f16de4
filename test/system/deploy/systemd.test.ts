import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { startCommand } from "../../helpers/processes/start-command.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const unit = readFileSync("deploy/systemd/counterpart@.service", "utf8");
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

const isInstalled = spawnSync("systemd-analyze", ["--version"]).error === undefined;
const withSystemd = isInstalled ? test : test.skip;
const note = isInstalled ? "" : ": not run, systemd-analyze is not installed";

describe("deploy/systemd/counterpart@.service", () => {
  test("starts what npm start does, in production", () => {
    const [, ...args] = startCommand();
    expect(valuesOf("ExecStart")).toEqual([["/usr/bin/node", ...args].join(" ")]);
    expect(valuesOf("Environment")).toContain("NODE_ENV=production");
  });

  test("passes every secret as a file that the server reads", () => {
    const credentials = valuesOf("LoadCredential").map((one) => one.split(":")[0]);
    const files = valuesOf("Environment").filter((one) => one.includes("_FILE="));
    expect(files).toEqual(credentials.map((name) => `${name?.toUpperCase()}_FILE=%d/${name}`));
    expect(credentials).toEqual(["database_url", "redis_url", "stripe_secret_key", "stripe_webhook_secret"]);
  });

  test("takes each server's port and metrics port from its file", () => {
    // In systemd, later files override earlier ones, and files override Environment=.
    expect(valuesOf("EnvironmentFile").at(-1)).toBe("/etc/counterpart/server-%i");
    const files = ["server-1", "server-2"].map((name) => readFileSync(`deploy/systemd/${name}`, "utf8"));
    const ports = files.flatMap((text) => [...text.matchAll(/PORT=(\d+)/g)].map(([, port]) => port));
    expect(ports).toEqual(["3000", "9464", "3001", "9465"]);
    const servers = readFileSync("deploy/debian/servers.conf", "utf8");
    expect(servers.match(/:\d+/g)).toEqual([":3000", ":3001"]);
  });

  withSystemd(`is understood by systemd, and exposes little${note}`, async () => {
    const file = path.join(await temporaryFolder(), "counterpart@1.service");
    await writeFile(
      file,
      unit.replace("/usr/bin/node", process.execPath).replace("/opt/counterpart", process.cwd()),
    );
    const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    expect(verified.stderr.split("\n").filter((line) => line.includes(file))).toEqual([]);
    expect(verified.status, verified.stderr).toBe(0);
    // Out of 10. A typical service without hardening has 9.
    const exposed = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", file], {
      encoding: "utf8",
    });
    expect(exposed.status, exposed.stdout).toBe(0);
  });
});
