import { readFileSync } from "node:fs";
import path from "node:path";

export interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  [field: string]: unknown;
}

/** Commands that are about the shop, or about making projects. */
const left = /^(bench|cli|mock:stripe|new|test:.+)$/;

/** Commands that are others in a project of one's own. */
const changed = {
  "check:spec": "REDOCLY_SUPPRESS_UPDATE_NOTICE=true redocly lint",
  "check:types": "tsc -p test",
};

export function projectScripts({ scripts }: Manifest): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...scripts, ...changed }).filter(([name]) => !left.test(name)));
}

/** The files that the commands run. */
export function entriesOf(scripts: Record<string, string>): string[] {
  return [
    ...new Set(Object.values(scripts).flatMap((line) => line.match(/\b[\w/-][\w./-]*\.c?[jt]s\b/g) ?? [])),
  ];
}

/**
 * The package.json of a new project. A dependency stays when a file that stays names it, or a command runs it.
 * @param texts of the files that stay
 */
export function projectManifest(
  manifest: Manifest,
  { name, title, source, texts }: { name: string; title: string; source: string; texts: string[] },
): Manifest {
  const scripts = projectScripts(manifest);
  const all = [...texts, ...Object.values(scripts)].join("\n");
  const isUsed = (dependency: string): boolean => {
    if (dependency === "node-runtime" || dependency === "@types/node") return true;
    if (dependency.startsWith("@types/")) return isUsed(dependency.slice("@types/".length));
    if (all.includes(`"${dependency}"`) || all.includes(`"${dependency}/`)) return true;
    return binsOf(source, dependency).some((bin) => new RegExp(`(^|["\\s])${bin}(["\\s]|$)`, "m").test(all));
  };
  const used = (dependencies: Record<string, string>) =>
    Object.fromEntries(Object.entries(dependencies).filter(([dependency]) => isUsed(dependency)));
  const { engines, type, allowScripts, scarfSettings } = manifest;
  return {
    name,
    version: "0.1.0",
    description: title,
    private: true,
    type,
    engines,
    scripts,
    allowScripts,
    scarfSettings,
    dependencies: used(manifest.dependencies),
    devDependencies: used(manifest.devDependencies),
  };
}

function binsOf(source: string, dependency: string): string[] {
  const file = path.join(source, "node_modules", dependency, "package.json");
  const { bin = {} }: { bin?: string | object } = JSON.parse(readFileSync(file, "utf8"));
  return typeof bin === "string" ? [dependency.split("/").at(-1) ?? ""] : Object.keys(bin);
}
