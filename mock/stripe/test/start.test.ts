import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("runs alone, says where, and ends when asked", async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../start.ts", import.meta.url))], {
    env: { ...process.env, STRIPE_MOCK_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line]: string[] = await once(createInterface(child.stdout), "line");
  const url = /http:\S+/.exec(line ?? "")?.[0] ?? "";
  const response = await fetch(`${url}/v1/account`, { headers: { authorization: "Bearer sk_test_x" } });
  expect(response.status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
