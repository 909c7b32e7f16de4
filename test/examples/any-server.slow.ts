import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const folder = fileURLToPath(new URL("../../examples/any-server/", import.meta.url));
const counterpart = fileURLToPath(new URL("../../node_modules/.bin/counterpart", import.meta.url));

/** Starts the program, and returns its address. */
async function startServer(program: string): Promise<string> {
  const env = { ...process.env, PORT: "0" };
  const server = spawn("python3", ["-c", program], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill());
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  return String(line).trim();
}

/** What README.md has under "Any server". */
function runTests(address: string): Promise<{ code: number; output: string }> {
  const checked = ["proxy", "--spec", "openapi.yaml", "--port", "0", "--to", address];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  return new Promise((resolve) => {
    const command = [...checked, "--", "python3", "-m", "unittest"];
    const child = execFile(counterpart, command, { cwd: folder, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

const program = await readFile(`${folder}server.py`, "utf8");

test("0 when the server in Python keeps to its document", { timeout: 300_000 }, async () => {
  const { code, output } = await runTests(await startServer(program));
  expect(output).toContain("10 requests: nothing found.");
  expect(code).toBe(0);
});

test("1 when the server differs from its document and its tests don't notice", {
  timeout: 300_000,
}, async () => {
  const broken = program.replace('"done": False', '"done": "no"');
  const { code, output } = await runTests(await startServer(broken));
  expect(output).toContain("OK");
  expect(output).toContain("POST /notes → 201, body/done");
  expect(code).toBe(1);
});
