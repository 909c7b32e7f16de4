import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

test.each([
  ["start", /"msg":"listening"/],
  ["mock", /http:\/\/\S+:\d+/],
  ["mock:stripe", /Stripe stand-in on/],
  ["storefront", /The storefront is at/],
])(
  "npm run %s ends on SIGTERM, without leaving its process behind",
  { timeout: 60_000 },
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
