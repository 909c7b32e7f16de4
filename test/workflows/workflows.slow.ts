import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { productId } from "../helpers/shopping.ts";
import { startWorld } from "../helpers/world.ts";

const folder = "spec/workflows";
const files = (await readdir(folder)).filter((name) => name.endsWith(".arazzo.yaml"));
const world = await startWorld();
afterAll(() => world.close());

test("every workflow runs against the server, and prints no secret", async () => {
  const merchant = await world.merchant();
  const memberSessionId = "session-of-ines-that-is-secret";
  const { memberSessions } = world.services.database;
  const member = { storeId: merchant.store.id, memberId: "ines", memberSessionId };
  await memberSessions.register({ ...member, expiresInSeconds: 3600 });

  // With `--verbose`, every request is printed with its headers and body, so that there is something to mask.
  const { code, output } = await respect(
    [...files.map((file) => path.join(folder, file)), "--verbose", "--server", `counterpart=${world.url}`],
    {
      apiKey: merchant.key,
      memberSessionId,
      productId: productId(merchant, "monthly"),
      customerEmail: "ines@reader.example",
    },
  );
  const redacted = output.replaceAll(merchant.key, "‹the key›").replaceAll(memberSessionId, "‹the session›");
  if (code !== 0) throw new Error(redacted);
  for (const file of files) expect(redacted).toContain(`✓ ${file}`);
  expect(redacted).toContain("Bearer ********");
  expect(redacted).not.toMatch(/‹the (key|session)›/);
});

/** The inputs are passed in the environment, since other users of a machine can read a command line. */
function respect(
  args: string[],
  inputs: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const bin = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
  const env = {
    ...process.env,
    // Redocly leaves out what its own tests can't compare.
    NODE_ENV: undefined,
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    NO_COLOR: "1",
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bin, "respect", ...args],
      { env, maxBuffer: 2 ** 24 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}
