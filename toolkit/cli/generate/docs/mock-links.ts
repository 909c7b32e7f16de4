import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { escapePointerPart } from "@counterpart/server/values";
import { allowingScript } from "./page-policy.ts";
import { slug } from "./page-sections.ts";

/**
 * Adds a link at each operation to a built reference page, by a script that the page's policy then allows.
 * @param links by operationId
 */
export function withMockLinks(page: string, document: ApiDocument, links: Record<string, string>): string {
  const places = document.operations.flatMap((operation) => {
    const link = links[operation.operationId];
    return link === undefined ? [] : [[sectionsOf(operation), link] as const];
  });
  if (places.length === 0) return page;
  const script = scriptFor(places);
  const allowing = allowingScript(page, script);
  const end = allowing?.lastIndexOf("</body>") ?? -1;
  if (allowing === undefined || end < 0) return page;
  return `${allowing.slice(0, end)}<style>${style}</style><script>${script}</script>${allowing.slice(end)}`;
}

/** The ids that the section of an operation may have: Redoc names it by tag and operationId, or else by path. */
function sectionsOf({ operationId, tags: [tag = "other"], path, method }: DocumentOperation): string[] {
  const pointer = `paths/${escapePointerPart(path).toLowerCase()}/${method}`;
  return [`${slug(tag)}/${slug(operationId)}`, pointer, `${slug(tag)}/${pointer}`];
}

const style = `
.try-it { display: inline-block; margin: 8px 0 16px; padding: 4px 12px; border: 1px solid currentcolor; border-radius: 6px; color: var(--link-color-primary, #1b5cbf); font: 600 14px/20px var(--font-family-base, sans-serif); text-decoration: none; }
.try-it:hover { text-decoration: underline; }
`;

/** Redoc renders operations when they come into view, and again after some changes. */
function scriptFor(links: (readonly [sections: string[], address: string])[]): string {
  // A `<` could end the script.
  const json = JSON.stringify(links).replaceAll("<", "\\u003c");
  return `const links = ${json};
function addLinks() {
  for (const [ids, address] of links) {
    const section = ids.map((id) => document.getElementById(id)).find((one) => one);
    const heading = section?.querySelector("h1, h2, h3");
    if (!heading || heading.parentElement.querySelector(".try-it")) continue;
    const link = document.createElement("a");
    link.className = "try-it";
    link.href = address;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = "Try it";
    link.setAttribute("aria-label", "Try it: " + heading.textContent.trim());
    heading.after(link);
  }
}
addLinks();
new MutationObserver(addLinks).observe(document.body, { childList: true, subtree: true });
`;
}
