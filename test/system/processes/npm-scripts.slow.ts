import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCli } from "../../../server/cli/run.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

test.each([
  ["start", /"msg":"listening"/],
  ["mock", /http:\/\/\S+:\d+/],
  ["mock:stripe", /Stripe stand-in on/],
  ["storefront", /The storefront is at/],
])(
  "npm run %s ends on SIGTERM, without leaving its process behind",
  { timeout: 300_000 },
  async (script, ready) => {
    const folder = await temporaryFolder();
    const child = spawn("npm", ["run", script], {
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", STRIPE_MOCK_PORT: "0" },
        ...{
          DATABASE_URL: `file:${path.join(folder, "data.db")}`,
          IMAGES_FOLDER: path.join(folder, "images"),
        },
      },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    // The whole group, in case npm ends before what it started.
    onTestFinished(() => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {}
    });
    let output = "";
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (ready.test(output)) break;
    }
    expect(output).toMatch(ready);
    // Closed once no process has its output any more.
    const closed = once(child.stdout.resume(), "close");
    child.kill("SIGTERM");
    await closed;
  },
);

test.each([
  ["", "http://localhost:4000/checkout/return"],
  ["http://127.0.0.1:9", null],
])(
  "npm run storefront with API_URL=%s: buyers of the demo store then return to %s",
  { timeout: 300_000 },
  async (apiUrl, successUrl) => {
    const folder = await temporaryFolder();
    const env = { DATABASE_URL: `file:${path.join(folder, "data.db")}` };
    const cli = async (...args: string[]) => {
      let text = "";
      const stdout = { write: (part: string) => (text += part) };
      expect(await runCli([...args, "--json"], { stdout, stderr: process.stderr, env })).toBe(0);
      return JSON.parse(text);
    };
    await cli("stores", "create", "--slug", "demo", "--name", "Demo", "--currency", "eur");
    const child = spawn("npm", ["run", "storefront"], {
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, ...env },
        ...{ PORT: "0", PUBLIC_URL: "http://localhost:4000", ...(apiUrl !== "" && { API_URL: apiUrl }) },
      },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    onTestFinished(() => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {}
    });
    let output = "";
    for await (const chunk of child.stdout) {
      output += chunk;
      if (output.includes("The storefront is at")) break;
    }
    expect(await cli("stores", "show", "demo")).toMatchObject({ successUrl });
  },
);
