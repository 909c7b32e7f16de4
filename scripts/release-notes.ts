import { readFile } from "node:fs/promises";
import path from "node:path";
import project from "../package.json" with { type: "json" };

const help = `Usage: node scripts/release-notes.ts <tag>

Prints what the changelogs say about a version, for its release. Fails if the tag isn't the packages' version, such as v${project.version}.`;

/** A version's section of a changelog, without its heading; undefined without one. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m);
  const section = sections.find((one) => one.startsWith(`${version}, `) || one.startsWith(`${version}\n`));
  return section?.replace(/^.*\n/, "").trim();
}

async function main(tag: string | undefined): Promise<void> {
  if (tag !== `v${project.version}`) {
    console.error(tag === undefined ? help : `The packages have version ${project.version}, not ${tag}.`);
    process.exitCode = 2;
    return;
  }
  for (const [title, file] of [
    ["Toolkit", "toolkit/CHANGELOG.md"],
    ["Shop", "CHANGELOG.md"],
  ] as const) {
    const text = await readFile(path.join(import.meta.dirname, "..", file), "utf8");
    const section = sectionOf(text, project.version);
    if (section !== undefined) console.log(`## ${title}\n\n${section}\n`);
  }
}

if (import.meta.main) await main(process.argv[2]);
