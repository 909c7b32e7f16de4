import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ApiError } from "@counterpart/server/errors";
import type { Finding } from "../doctor/finding.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type AnswerOptions, print, type Terminal } from "../terminal.ts";

const help = `
Reads the same environment variables as the server. Changes nothing in the database or at the provider. The exit code is 1
if a check failed, and 0 if there were only warnings.`;

export function addDoctor(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  counterpart
    .add(
      "doctor",
      "Check what the server depends on: settings, database, Redis, payment provider, clock, disk. Suggests a fix for each problem.",
    )
    .explain(help)
    .action(async ({ json }: AnswerOptions) => {
      const findings = await findingsFor(terminal);
      const failures = findings.filter(({ status }) => status === "failed").length;
      const value = { ok: failures === 0, checks: findings };
      print(terminal, { json: json === true }, { value, text: findings.map(toText).join("\n") });
      if (failures > 0) {
        const checks = failures === 1 ? "1 check has" : `${failures} checks have`;
        throw new ApiError("CONFLICT", `${checks} failed.`);
      }
    });
}

async function findingsFor({ env }: Terminal): Promise<Finding[]> {
  const [
    { loadDocument, readBuildInfo, readConfig, versionText },
    { ConfigError },
    { readSettings },
    { examine },
    { checkVersions },
    { findingsOf },
  ] = await Promise.all([
    import("@counterpart/server"),
    import("@counterpart/server/settings"),
    import("../../settings.ts"),
    import("../doctor/doctor.ts"),
    import("../doctor/doctor.ts"),
    import("../doctor/finding.ts"),
  ]);
  const { engines } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  const settingsFinding = findingsOf("settings");
  const program = versionText(readBuildInfo(fileURLToPath(import.meta.url), env));
  const versions = checkVersions(program, Number.parseInt(engines.node.replace(/\D+/, ""), 10));
  const document = await loadDocument(new URL("../../../generated/openapi.json", import.meta.url));
  try {
    const { production, settings, redisUrl, publicUrl } = readConfig(env, document.rateLimits, readSettings);
    const mode = settingsFinding.ok(production ? "Complete, for production." : "Complete, for development.");
    return [versions, mode, ...(await examine({ settings, redisUrl, publicUrl }))];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      versions,
      settingsFinding.failed(error.message, "Fix them first. The server doesn't start with these settings."),
    ];
  }
}

/** `failed    database    It can't be opened: …`, with the advice below. */
function toText({ check, status, message, advice }: Finding): string {
  const indent = " ".repeat(22);
  const lines = [message.replaceAll("\n", `\n${indent}`), ...(advice === undefined ? [] : [`→ ${advice}`])];
  return `${status.padEnd(9)} ${check.padEnd(11)} ${lines.join(`\n${indent}`)}`;
}
