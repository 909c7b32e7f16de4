import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { productionSettings, runServer, startServer } from "../../helpers/processes/server-process.ts";
import { startCommand } from "../../helpers/processes/start-command.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
const { info } = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

const settings = async () =>
  productionSettings(`file:${path.join(await temporaryFolder(), "shop.db")}`, "http://127.0.0.1:9");

describe("the server", { timeout: 180_000 }, () => {
  test("--version prints its version without any settings, and does nothing else", () => {
    const [program = "", ...args] = startCommand();
    const run = (env: Record<string, string>) =>
      spawnSync(program, [...args, "--version"], {
        env: { PATH: process.env.PATH, ...env },
        encoding: "utf8",
      });
    const plain = run({ NODE_ENV: "production" });
    const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
    expect([plain.status, plain.stdout, plain.stderr]).toEqual([0, `${version} (${commit})\n`, ""]);
    expect(run({ BUILD_REVISION: "9f3c2a1" }).stdout).toBe(`${version} (9f3c2a1)\n`);
  });

  test("reports its version at /version, in its log and in its metrics", async () => {
    const server = await startServer({
      ...(await settings()),
      BUILD_REVISION: "9f3c2a1",
      METRICS_PORT: "0",
    });
    const build = { name, version, revision: "9f3c2a1" };
    const answer = await fetch(`${server.url}/version`);
    expect(await answer.json()).toEqual({ ...build, contract: info.version });
    const listening = server
      .output()
      .split("\n")
      .find((line) => line.includes('"listening"'));
    expect(JSON.parse(listening ?? "")).toMatchObject({ version, revision: "9f3c2a1" });
    const port = /"metricsPort":(\d+)/.exec(server.output())?.[1];
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain(`build_info{version="${version}",revision="9f3c2a1"} 1`);
    expect(metrics).toContain('dependency_up{system="database"} 1');
  });

  test("logs at the LOG_LEVEL, and refuses an unknown one", async () => {
    const quiet = { ...(await settings()), LOG_LEVEL: "error", PORT: "0" };
    const server = await startServer({ ...quiet, LOG_LEVEL: "info" });
    await fetch(`${server.url}/v1/catalog`);
    const { output } = await server.end("SIGTERM");
    const request = output.split("\n").find((line) => line.includes('"request"'));
    expect(JSON.parse(request ?? "")).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    const { code, output: refusal } = await runServer({ ...quiet, LOG_LEVEL: "loud" });
    expect(code).toBe(1);
    expect(refusal).toContain("- LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent");
  });

  test("isn't ready for DRAIN_SECONDS before it stops, and serves until then", async () => {
    const server = await startServer({ ...(await settings()), DRAIN_SECONDS: "3" });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const ended = server.end("SIGTERM");
    await vi.waitFor(async () => {
      const ready = await fetch(`${server.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([503, { status: "stopping" }]);
    });
    expect((await fetch(`${server.url}/v1/catalog`, { headers: { Connection: "close" } })).status).toBe(401);
    expect((await ended).code).toBe(0);
  });

  test("writes readable lines to a terminal in development", async () => {
    const { DATABASE_URL = "" } = await settings();
    const command = startCommand()
      .map((word) => `'${word}'`)
      .join(" ");
    // It gives the server a terminal, and ends it when it exits.
    const terminal = spawn("script", ["-qec", `exec ${command}`, "/dev/null"], {
      env: { PATH: process.env.PATH, DATABASE_URL, PORT: "0", TERM: "xterm" },
    });
    let text = "";
    const ended = new Promise((resolve) => terminal.once("close", resolve));
    terminal.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += stripVTControlCharacters(part);
      if (text.includes("listening")) terminal.kill("SIGTERM");
    });
    await ended;
    expect(text).toMatch(/INFO.*: listening/);
  });
});
