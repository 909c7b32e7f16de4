import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "../http/pages.ts";
import { sendJson } from "../http/response/send-text.ts";
import type { BuildInfo } from "../telemetry/telemetry.ts";

/**
 * Reads the program's name and version; the version is 0.0.0 without a package.json. The revision is
 * BUILD_REVISION, or the commit of the git checkout that the program runs in.
 * @param entry the program's entry script
 */
export function readBuildInfo(entry: string | undefined, env: Record<string, string | undefined>): BuildInfo {
  const folder = path.dirname(path.resolve(entry ?? "."));
  const { name = "service", version = "0.0.0" } = manifestAbove(folder) ?? {};
  const revision = env.BUILD_REVISION || commitOf(folder);
  return { name, version, ...(revision && { revision }) };
}

function commitOf(folder: string): string | undefined {
  try {
    // The checkout usually belongs to another user than the service; git refuses to read those by default.
    const args = ["-c", "safe.directory=*", "rev-parse", "--short=12", "HEAD"];
    return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return undefined;
  }
}

function manifestAbove(folder: string): { name?: string; version?: string } | undefined {
  const file = path.join(folder, "package.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const parent = path.dirname(folder);
  return parent === folder ? undefined : manifestAbove(parent);
}

/** `1.4.0`, or `1.4.0 (9f3c2a1)`. */
export function versionText({ version, revision }: BuildInfo): string {
  return revision === undefined ? version : `${version} (${revision})`;
}

/**
 * `GET /version`: the program, and the version of the document or of each document.
 * @param contract the documents' `info.version`
 */
export function versionPage(build: BuildInfo, contract: string | Record<string, string>): Page {
  const body = { ...build, contract };
  return { method: "GET", path: "/version", handler: (_req, res) => sendJson(res, body) };
}
