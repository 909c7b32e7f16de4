import { execFile } from "node:child_process";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs deploy/make-secrets.sh in a temporary folder.
 * @param project a folder that it has filled before; by default a new one
 * @returns the folder with the secrets, inside a folder that the caller removes
 */
export async function makeSecrets(env: Record<string, string>, project?: string): Promise<string> {
  const place = project ?? (await mkdtemp(path.join(tmpdir(), "counterpart-secrets-")));
  await cp("deploy/make-secrets.sh", path.join(place, "deploy/make-secrets.sh"));
  await run("sh", ["deploy/make-secrets.sh"], { cwd: place, env: { PATH: process.env.PATH, ...env } });
  return path.join(place, "secrets");
}
