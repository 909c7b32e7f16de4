import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import project from "../../package.json" with { type: "json" };
import { charts } from "../charts.ts";
import { emptyHeaders } from "../empty-headers.ts";
import { addressOf, groups, markdownFiles, outputOf, pageFiles } from "../pages.ts";
import { siteLinks } from "../site-links.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = pageFiles(root);
const repository = project.repository.url.replace(/^git\+|\.git$/g, "");
const charted = ["docs/conformance.md", "docs/performance.md", "docs/scaling.md"].map((file) =>
  path.join(root, file),
);

export default defineConfig({
  title: "Counterpart",
  description: project.description,
  lang: "en",
  base: process.env.SITE_BASE ?? "/",
  srcDir: root,
  srcExclude: markdownFiles(root)
    .filter((file) => !pages.has(file))
    .concat("generated/**", "packages/**", "data/**"),
  rewrites: Object.fromEntries([...pages].map((file) => [file, outputOf(file)])),
  outDir: path.join(root, "generated/site"),
  cacheDir: path.join(root, "site/node_modules/.vitepress"),
  cleanUrls: true,
  // The reference of the shop's API is copied beside the pages.
  ignoreDeadLinks: [/^\/api\//, /^https?:\/\/(localhost|127\.0\.0\.1)/],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      siteLinks(md, root, { pages, repository });
      charts(md, (file) => charted.includes(file));
      emptyHeaders(md);
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      { text: "Start", link: "/" },
      { text: "Conformance", link: "/docs/conformance" },
      { text: "Performance", link: "/docs/performance" },
      { text: "API of the shop", link: "/api/", target: "_self" },
    ],
    sidebar: groups.map(({ text, pages: listed }) => ({
      text,
      items: listed.map(([file, title]) => ({ text: title, link: addressOf(file) })),
    })),
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: `${repository}/edit/main/:path` },
  },
});
