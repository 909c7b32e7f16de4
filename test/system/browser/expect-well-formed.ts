import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Elements that the parser adds where the source may omit them. */
const implied = new Set(["html", "head", "body", "tbody"]);

/**
 * Expects the browser to read the page's source as it is written. Where elements are wrongly nested, the parser adds,
 * moves or drops some: `<p><div></div></p>` has two paragraphs. It also expects each id once.
 */
export async function expectWellFormed(page: Page): Promise<void> {
  const response = await page.request.get(page.url(), { headers: { Accept: "text/html" } });
  const source = await response.text();
  // Evaluated by the debugger, which isn't bound by the page's script policy.
  const { names, ids } = (await page.evaluate(`(${read})(${JSON.stringify(source)})`)) as Read;
  expect(counted(names.filter((name) => !implied.has(name))), page.url()).toEqual(
    counted(namesIn(source).filter((name) => !implied.has(name))),
  );
  expect(ids, page.url()).toEqual([...new Set(ids)]);
}

interface Read {
  names: string[];
  ids: string[];
}

/** Runs in the browser. */
const read = `(source) => {
  const all = [...new DOMParser().parseFromString(source, "text/html").querySelectorAll("*")];
  return { names: all.map(({ localName }) => localName.toLowerCase()), ids: all.flatMap(({ id }) => id || []) };
}`;

/** The names of the start tags, without those in comments and in elements that contain only text. */
function namesIn(source: string): string[] {
  const tags = source
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/(<(script|style|title|textarea)\b[^>]*>)[\s\S]*?<\/\2>/g, "$1");
  return [...tags.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = ""]) => name.toLowerCase());
}

function counted(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
