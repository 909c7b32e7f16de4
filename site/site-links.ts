import path from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { type LinkTargets, siteLink } from "./site-link.ts";

/**
 * Makes relative links of Markdown files, which GitHub follows in the repository, links of the site.
 * @param root the repository's folder
 */
export function siteLinks(md: MarkdownRenderer, root: string, targets: LinkTargets): void {
  md.core.ruler.push("site-links", ({ tokens, env }) => {
    const from = path.relative(root, env.realPath ?? env.path);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href !== null) token.attrSet("href", siteLink(href, from, targets));
    }
  });
}
