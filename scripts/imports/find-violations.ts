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
    ...summary.violations.map(({ from, to, rule, cycle }) => {
      const reason = rules.find(({ name }) => name === rule.name)?.comment;
      return `${from} → ${cycle ? cycle.map(({ name }) => name).join(" → ") : to}: ${reason}`;
    }),
  ];
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
