import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "./settings.ts";

/** The optional packages of what a service can turn on. */
const packages = {
  traces: [
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
  ],
  redis: ["@redis/client", "rate-limiter-flexible"],
  mcp: ["@modelcontextprotocol/server", "minisearch"],
};

/**
 * Checks that the packages of a feature are installed.
 * @param setting what turned it on, such as `REDIS_URL`
 * @param isInstalled for tests
 * @throws ConfigError with the command that installs the missing ones, in the versions that were tested
 */
export function requirePackages(
  feature: keyof typeof packages,
  setting: string,
  isInstalled: (name: string) => boolean = (name) => isFound(name),
): void {
  const missing = packages[feature].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const wanted = missing.map((name) => `${name}@${manifest.peerDependencies[name].replace("^", "")}`);
  const names = missing.length > 1 ? `packages that aren't installed` : `a package that isn't installed`;
  throw new ConfigError(`${setting} needs ${names}. Run: npm install ${wanted.join(" ")}`);
}

/** Looks where Node does: in `node_modules` beside each folder above this file. */
function isFound(name: string, folder = import.meta.dirname): boolean {
  if (existsSync(path.join(folder, "node_modules", name, "package.json"))) return true;
  const above = path.dirname(folder);
  return above !== folder && isFound(name, above);
}
