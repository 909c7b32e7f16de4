import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

test("a port that is in use is a failure in one sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const env = { ...process.env, PORT: String(port) };
  const started = promisify(execFile)(process.execPath, ["examples/storefront/start.ts"], { env });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: `Port ${port} is already in use. Choose another with PORT.\n`,
  });
});
