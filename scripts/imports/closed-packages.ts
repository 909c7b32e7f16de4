import path from "node:path";

interface Manifest {
  name?: string;
  exports?: Record<string, string>;
}

const named = /["'`](@counterpart\/[a-z-]+)\/([^"'`\s]+)["'`]/g;
const relative = /(?:from |import |import\(|mock\()"(\.[^"]+)"/g;
/** Tests, measurements and builds of the packages may import any file, by its path. */
const ofToolkit = /^(toolkit|test|conformance|bench|scripts)\//;

/**
 * Reports what other packages could import without an agreement: wildcards in the exports of our packages, the names of
 * entries that these don't have, in code and in documents, and paths into a package.
 */
export function unnamedImports(sources: Map<string, string>): string[] {
  const manifests = [...sources]
    .filter(([file]) => path.basename(file) === "package.json")
    .map(([file, text]): [string, Manifest] => [file, JSON.parse(text)]);
  const entries = new Map(manifests.map(([, { name, exports = {} }]) => [name, Object.keys(exports)]));
  const wildcards = manifests.flatMap(([file, { exports = {} }]) =>
    Object.keys(exports)
      .filter((entry) => entry.includes("*"))
      .map((entry) => `${file}: ${entry} publishes every file. Name the entries.`),
  );
  return [
    ...wildcards,
    ...[...sources].flatMap(([file, text]) => [
      ...[...text.matchAll(named)]
        // Files that are read from an installed package.
        .filter(([, , entry = ""]) => path.basename(entry) !== "package.json")
        .filter(([, name, entry]) => !entries.get(name)?.includes(`./${entry}`))
        .map(([, name, entry]) => `${file}: ${name} has no entry ${entry} in its exports.`),
      ...(ofToolkit.test(file) ? [] : [...text.matchAll(relative)])
        .map(([, to = ""]) => path.join(path.dirname(file), to))
        .filter((to) => /^toolkit\//.test(to))
        .map((to) => `${file} → ${to}: Import our packages by their names.`),
    ]),
  ];
}
