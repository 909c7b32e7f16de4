import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Where exports are for other files of the repository, or listed in one of them. */
const ours =
  /^(server|toolkit\/(client|server|testing|cli|create)|mock|scripts|examples)\/(?!.*(template|test)\/).*\.ts$/;
const exported =
  /^export (?:declare )?(?:async )?(function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/** What an entry exports of its package's files. */
const reexported = /^export (?:type )?\{[^}]*\} from "\.[^"]*";$/gm;

/** Reads the files in which an export may be named: code, and what quotes it. */
export function readSources(): Map<string, string> {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" }).split(
    "\n",
  );
  const read = files.filter((file) => /\.(ts|tsx|js|cjs|mjs|json|ya?ml|md)$/.test(file) && existsSync(file));
  return new Map(
    read
      .filter((file) => !/^docs\/decisions\/|CHANGELOG\.md$|package-lock\.json$/.test(file))
      .map((file) => [file, readFileSync(file, "utf8")]),
  );
}

/**
 * Reports exports that nothing uses: values that no other file names, and types that nothing names, their own file
 * included. Entries of our packages don't count. A type may be exported for the signature of a function.
 */
export function unusedExports(sources: Map<string, string>): string[] {
  const namesByFile = new Map(
    [...sources].map(([file, text]) => [
      file,
      (/^toolkit\//.test(file) ? text.replace(reexported, "") : text).match(/[A-Za-z_$][\w$]*/g) ?? [],
    ]),
  );
  const filesByName = new Map<string, number>();
  for (const names of namesByFile.values()) {
    for (const name of new Set(names)) filesByName.set(name, (filesByName.get(name) ?? 0) + 1);
  }
  return [...sources].flatMap(([file, text]) => {
    if (!ours.test(file)) return [];
    return [...text.matchAll(exported)].flatMap(([, kind = "", name = ""]) => {
      const isType = kind === "interface" || kind === "type";
      const isUsedHere = isType && (namesByFile.get(file) ?? []).filter((one) => one === name).length > 1;
      if (isUsedHere || (filesByName.get(name) ?? 0) > 1) return [];
      return [`${file}: no other file names ${name}, which is exported.`];
    });
  });
}
