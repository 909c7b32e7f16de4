import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startReceiver } from "./helpers/start-stand-in.ts";

it("runs alone, prints its address, sends webhooks, and ends on SIGTERM", async () => {
  const { endpoint } = await startReceiver();
  const child = spawn(process.execPath, [fileURLToPath(new URL("../start.ts", import.meta.url))], {
    env: {
      ...process.env,
      STRIPE_MOCK_PORT: "0",
      STRIPE_MOCK_WEBHOOK_URL: endpoint.url,
      STRIPE_MOCK_WEBHOOK_SECRET: endpoint.secret,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line]: string[] = await once(createInterface(child.stdout), "line");
  const [, url, webhookUrl] = /^Stripe stand-in on (\S+), webhooks to (\S+)$/.exec(line ?? "") ?? [];
  expect(webhookUrl).toBe(endpoint.url);
  const headers = { authorization: "Bearer sk_test_x" };
  expect((await fetch(`${url}/v1/accounts/acct_shop`, { headers })).status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
