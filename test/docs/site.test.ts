import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { figureOf } from "../../site/figure.ts";
import { addressOf, outputOf, pageFiles } from "../../site/pages.ts";
import { siteLink } from "../../site/site-link.ts";

const pages = new Set(["README.md", "docs/scaling.md", "toolkit/cli/README.md"]);
const targets = { pages, repository: "https://git.example/counterpart" };

test.each([
  ["docs/scaling.md", "README.md", "/docs/scaling"],
  ["scaling.md#two-processes", "docs/performance.md", "/docs/scaling#two-processes"],
  ["../toolkit/cli/README.md#the-proxy", "docs/shop.md", "/toolkit/cli/#the-proxy"],
  ["../toolkit/cli", "docs/shop.md", "/toolkit/cli/"],
  ["../README.md", "docs/shop.md", "/"],
  ["../spec/openapi.yaml", "docs/shop.md", "https://git.example/counterpart/blob/main/spec/openapi.yaml"],
  ["#start", "README.md", "#start"],
  ["https://other.example/a.md", "README.md", "https://other.example/a.md"],
  ["mailto:security@counterpart.example", "SECURITY.md", "mailto:security@counterpart.example"],
])("%s in %s leads to %s", (href, from, address) => {
  expect(siteLink(href, from, targets)).toBe(address);
});

test("a README is the page of its folder", () => {
  expect(["README.md", "toolkit/cli/README.md", "docs/shop.md"].map(outputOf)).toEqual([
    "index.md",
    "toolkit/cli/index.md",
    "docs/shop.md",
  ]);
  expect(addressOf("README.md")).toBe("/");
});

test("the files of the sidebar exist, and the decisions are pages", () => {
  const files = pageFiles(fileURLToPath(new URL("../..", import.meta.url)));
  expect(files).toContain("docs/decisions/README.md");
});

test.each([
  ["34,160", 34160],
  ["10,188 (0.30)", 10188],
  ["0.52", 0.52],
  ["197 MB", 197],
  ["3 of 5", undefined],
  ["2026-11-28", undefined],
  ["no", undefined],
])("the figure of %s is %s", (text, figure) => {
  expect(figureOf(text)).toBe(figure);
});
