import { readFileSync, writeFileSync } from "node:fs";

/** Writes measurements to their marked place on a page of docs. */
export function savePart(page: "performance" | "scaling", name: string, part: string): void {
  const file = new URL(`../docs/${page}.md`, import.meta.url);
  writeFileSync(file, withPart(readFileSync(file, "utf8"), name, part));
}

/** Fills a part into its marked place in a page's text. */
export function withPart(page: string, name: string, part: string): string {
  const place = new RegExp(`(<!-- measured: ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`);
  if (!place.test(page)) throw new Error(`The page has no place for ${name}.`);
  return page.replace(place, (_, before: string, after: string) => before + part + after);
}
