import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Pages of a new project, and guides inside the reference, have links that aren't relative to this repository. */
const elsewhere = /^(toolkit\/template|spec\/guides|generated)\/|\/fixtures\//;

const pages = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((page) => !elsewhere.test(page) && existsSync(page));

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const counts = new Map<string, number>();
  return [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => {
    const anchor = title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(/\s/g, "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** The targets of a page's links, without those to other sites. */
function relativeLinks(page: string): string[] {
  const text = readFileSync(page, "utf8").replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(https?|mailto):/.test(target));
}

test.each(pages)("%s: every relative link leads to a file and a heading", (page) => {
  for (const target of relativeLinks(page)) {
    const [file = "", heading] = target.split("#");
    const linked = file === "" ? page : path.join(path.dirname(page), file);
    expect(existsSync(linked), target).toBe(true);
    if (heading !== undefined) expect(anchorsOf(linked), target).toContain(heading);
  }
});

/** Their tarballs have no other files of the repository. */
const published = ["server", "testing", "cli"].map((name) => `toolkit/${name}/README.md`);

test.each(published)("%s: every relative link stays in the package", (page) => {
  for (const target of relativeLinks(page)) expect(path.normalize(target), target).not.toMatch(/^\.\./);
});
