import { spawn } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import { specs, spectorScript } from "./packages.ts";

export interface MockServer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts Spector's mock server, which first compiles all specifications. */
export async function startMockServer(folder: string): Promise<MockServer> {
  const port = await freePort();
  const coverage = path.join(folder, "spec-coverage.json");
  const child = spawn(
    process.execPath,
    [spectorScript, "serve", specs, "--port", String(port), "--coverageFile", coverage],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NO_COLOR: "1" },
    },
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      if (output.includes(`:${port}`)) resolve();
    });
    void ended.then(() => reject(new Error(`Spector's mock server has ended:\n${output}`)));
  });
  // Without a listener the pipe would fill.
  child.stdout.removeAllListeners("data").resume();
  return {
    url: `http://localhost:${port}`,
    stop: () => {
      child.kill();
      return ended;
    },
  };
}

/** Lets Spector send every scenario's requests. Returns its message for each failed scenario, by name. */
export async function knock(baseUrl: string): Promise<Map<string, string>> {
  const child = spawn(process.execPath, [spectorScript, "knock", specs, "--baseUrl", baseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  const [report] = output.split("Successfull scenarios");
  const failed = (report ?? "").split(/^✘ Scenario: /m).slice(1);
  if (!output.includes(" passed")) throw new Error(`Spector's client has ended:\n${output.slice(-2000)}`);
  return new Map(
    failed.map((text) => {
      const [name = "", ...lines] = text.trim().split("\n");
      return [name.trim(), lines.join(" ").replaceAll(/\s+/g, " ")];
    }),
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("No port.")),
      );
    });
  });
}
