import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  docsFiles,
  operationsOf,
  type RawDocument,
  withoutOutsideReferences,
} from "@counterpart/server/document";
import { parseSource } from "@counterpart/server/source";
import { redocly } from "../../tools/run-redocly.ts";
import { temporaryFolder } from "../../tools/temporary-folder.ts";
import { policyFor } from "./page-policy.ts";

/** Builds a self-contained page with its script and the document. Its policy blocks everything else. */
export async function buildPage(reference: RawDocument, out: string): Promise<void> {
  await using folder = await temporaryFolder("docs");
  const document = path.join(folder.path, "openapi.json");
  await writeFile(document, JSON.stringify(withoutOutsideReferences(reference)));
  const codeSamples = { languages: sampleLanguages(reference) };
  const options = JSON.stringify({ downloadUrls, codeSamples, ...(await projectOptions()) });
  await redocly("build-docs", document, "--inlineBundle", "--openapi", options, "--output", out);
  // An empty URL keeps the page from fetching its badge's logo.
  const built = (await readFile(out, "utf8")).replaceAll(
    /https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g,
    "data:,",
  );
  const html = withLinksInPage(built)
    .replace("<head>", () => `<head>${movedSections}`)
    .replace('<script type="module">', (start) => ownAddress + start);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyFor(html)}">`;
  // Comes last to override the page's own styles. The page's script contains another `</body>`.
  const end = html.lastIndexOf("</body>");
  const styled = `${html.slice(0, end)}<style>${pageStyle}</style>${html.slice(end)}`;
  await writeFile(
    out,
    styled.replace("<head>", () => `<head>${policy}${icon}`),
  );
}

/** Addresses of sections from before the page listed them after the operations. */
const movedSections =
  '<script>location.hash.startsWith("#/section/")&&history.replaceState(null,"",location.hash.replace("/section/","/section-"))</script>';

/** Redoc's script resolves a relative server, but keeps the text that was rendered without an address. */
const ownAddress = `<script>
for (const name of document.querySelectorAll("[data-testid=server-panel-item-name]")) {
  const url = name.parentElement.nextElementSibling?.firstElementChild;
  if (/^\\/(?!\\/)/.test(url?.textContent)) url.textContent = new URL(url.textContent, location.href).href.replace(/\\/$/, "");
}
</script>`;

/** The page's options in the project's redocly.yaml, which command-line options would replace. */
async function projectOptions(): Promise<object> {
  const text = await readFile("redocly.yaml", "utf8").catch(() => "");
  const { value } = parseSource("redocly.yaml", text);
  return (value as { openapi?: object } | undefined)?.openapi ?? {};
}

/** The page shows samples only in listed languages, and the request body if its language is listed. */
function sampleLanguages({ paths }: RawDocument): { lang: string; label: string }[] {
  const labels = new Map<string, string>();
  for (const { operation } of Object.values(paths).flatMap(operationsOf)) {
    for (const { lang, label = lang } of operation["x-codeSamples"] ?? []) labels.set(label, lang);
  }
  return [...[...labels].map(([label, lang]) => ({ lang, label })), { lang: "payload", label: "Payload" }];
}

/** Files beside the page. */
const downloadUrls = [
  { url: docsFiles.json, title: "JSON" },
  { url: docsFiles.yaml, title: "YAML" },
];

/** An inline icon: braces on a square. */
const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f3a5f"/>' +
    '<text x="16" y="22" text-anchor="middle" font-family="monospace" font-size="18" font-weight="700" fill="#fff">{}</text></svg>',
)}">`;

/** Writes links such as `/pets` as `#/pets`, because in a new tab the former leave the page. */
function withLinksInPage(html: string): string {
  return html
    .split(/(<script[\s\S]*?<\/script>)/)
    .map((part) =>
      part.startsWith("<script") ? part : part.replaceAll(/(<a\b[^>]*\bhref=")(?=\/(?!\/))/g, "$1#"),
    )
    .join("");
}

/**
 * Gives Redoc's colors the contrast that WCAG 2 requires (4.5:1), and wraps long lines, because scrolling
 * code blocks can't be reached by keyboard.
 */
const pageStyle = `
:root:not(.dark) {
  --color-blue-6: #1b5cbf;
  --color-blue-7: #2558b8;
  --color-carrot-7: #96500f;
  --color-green-7: #0b7038;
  --color-warm-grey-5: #6e6f7a;
}
:root:not(.dark) .tag-get, :root:not(.dark) .tag-query { --tag-color: #0b7038; }
:root:not(.dark) .tag-post { --tag-color: #1b5cbf; }
:root:not(.dark) .tag-put, :root:not(.dark) .tag-patch { --tag-color: #855000; }
:root:not(.dark) .tag-delete { --tag-color: #c0083a; }
:root.dark { --color-warm-grey-5: #9b9ca8; }
.dark .schema-name { color: #aaa8f7; }
pre, pre > code { white-space: pre-wrap !important; overflow-wrap: anywhere; }
a[href="https://redocly.com/redoc/"] p::after { content: " Redoc"; }
.md-table-wrapper td:not(:first-child) { overflow-wrap: anywhere; }
@media (max-width: 480px) { h1 { font-size: 1.75rem !important; } }
`;
