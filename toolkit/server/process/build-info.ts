import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "../http/pages.ts";
import type { BuildInfo } from "../telemetry/telemetry.ts";

/**
 * Reads the program's name and version; the version is 0.0.0 without a package.json.
 * @param entry the program's entry script
 */
export function readBuildInfo(entry: string | undefined, env: Record<string, string | undefined>): BuildInfo {
  const { name = "service", version = "0.0.0" } =
    manifestAbove(path.dirname(path.resolve(entry ?? "."))) ?? {};
  return { name, version, ...(env.BUILD_REVISION && { revision: env.BUILD_REVISION }) };
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
  return { method: "GET", path: "/version", handler: (_req, res) => void res.json(body) };
}
