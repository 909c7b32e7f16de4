import { execFile } from "node:child_process";
import { chmod, chown } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../temporary-folder.ts";
import { asUnprivileged } from "./as-unprivileged.ts";

const run = promisify(execFile);
const unprivilegedUser = 65_534;

export interface PrivateAuthority {
  /** Files in PEM. */
  ca: string;
  certificate: string;
  key: string;
}

/**
 * A certificate authority that no system trusts, and its certificate for a server with these names (`IP:127.0.0.1`).
 */
export async function privateAuthority(names: string[]): Promise<PrivateAuthority> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const [ca, caKey, certificate, key] = ["ca.crt", "ca.key", "server.crt", "server.key"].map((name) =>
    path.join(folder, name),
  ) as [string, string, string, string];
  const make = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
  ];
  await run("openssl", [...make, "-subj", "/CN=Private CA", "-keyout", caKey, "-out", ca]);
  const signed = ["-CA", ca, "-CAkey", caKey, "-addext", `subjectAltName=${names.join(",")}`];
  const server = ["-addext", "basicConstraints=critical,CA:FALSE", "-subj", "/CN=server"];
  await run("openssl", [...make, ...signed, ...server, "-keyout", key, "-out", certificate]);
  // PostgreSQL accepts only a key that no other user can read.
  if (asUnprivileged.length > 0) await chown(key, unprivilegedUser, unprivilegedUser);
  await chmod(key, 0o600);
  return { ca, certificate, key };
}
