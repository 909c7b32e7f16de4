import { cruise, type ICruiseResult } from "dependency-cruiser";
import { packages, restrictions } from "./layers.ts";
import { rulesOf } from "./rules.ts";

/** Checks the imports of all packages. Returns a sentence for each violation. */
export async function findViolations(root = process.cwd()): Promise<string[]> {
  const rules = rulesOf(packages, restrictions);
  const { output } = await cruise(
    packages.map(({ folder }) => folder),
    {
      baseDir: root,
      ruleSet: { forbidden: rules },
      validate: true,
      // Include type imports.
      tsPreCompilationDeps: true,
      // Distinguishes imports by package name from imports by path.
      preserveSymlinks: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "^toolkit/cli/template/|^mock/stripe/test/" },
    },
    { conditionNames: ["import", "node", "default"], exportsFields: ["exports"], extensions: [".ts", ".js"] },
  );
  const { modules, summary } = output as ICruiseResult;
  return [
    ...unlistedFolders(modules.map(({ source }) => source)),
    ...withoutRepeatedCycles(summary.violations).map((violation) => {
      const reason = rules.find(({ name }) => name === violation.rule.name)?.comment;
      return `${pathOf(violation).join(" → ")}: ${reason}`;
    }),
  ];
}

type Violation = ICruiseResult["summary"]["violations"][number];

/** One wrong import can close hundreds of cycles: an import is reported once, alone or in its shortest cycle. */
function withoutRepeatedCycles(violations: Violation[]): Violation[] {
  const reported = new Set<string>();
  // Single imports come first: a cycle has at least two.
  const shortestFirst = violations.toSorted((a, b) => pathOf(a).length - pathOf(b).length);
  return shortestFirst.filter((one) => {
    const files = pathOf(one);
    const imports = files.slice(1).map((to, at) => `${files[at]} → ${to}`);
    if (one.cycle && imports.some((name) => reported.has(name))) return false;
    for (const name of imports) reported.add(name);
    return true;
  });
}

function pathOf({ from, to, cycle }: Violation): string[] {
  return [from, ...(cycle?.map(({ name }) => name) ?? [to])];
}

/** Reports folders that no layer lists, because no rule would apply to them. */
function unlistedFolders(files: string[]): string[] {
  return packages
    .filter(({ layers }) => layers.length > 0)
    .flatMap(({ folder, layers }) => {
      const names = files.flatMap((file) => new RegExp(`^${folder}/([^/]+)/`).exec(file)?.[1] ?? []);
      return [...new Set(names)]
        .filter((name) => name !== "node_modules" && !layers.flat().includes(name))
        .map((name) => `${folder}/${name}: scripts/imports/layers.ts has no layer for this folder.`);
    });
}
