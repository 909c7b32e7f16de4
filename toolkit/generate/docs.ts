import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { redocly } from "../tools/run-redocly.ts";

/** The one page, with its script, the document, and a policy that lets it run and load nothing else. */
export async function buildDocs(document: string, out: string): Promise<void> {
  await mkdir(path.dirname(out), { recursive: true });
  await redocly("build-docs", document, "--inlineBundle", "--output", out);
  // The page would fetch the logo of its badge; an empty address shows the badge without it.
  const built = (await readFile(out, "utf8")).replaceAll(
    /https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g,
    "data:,",
  );
  const html = withLinksInPage(built);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyFor(html)}">`;
  await writeFile(
    out,
    html.replace("<head>", () => `<head>${policy}${icon}`),
  );
}

/** Braces on a square, in the page itself. */
const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f3a5f"/>' +
    '<text x="16" y="22" text-anchor="middle" font-family="monospace" font-size="18" font-weight="700" fill="#fff">{}</text></svg>',
)}">`;

/**
 * Links that the page's script follows as `#/cart` are written as `/cart` in its markup: opened in a new tab, they would
 * leave the page.
 */
function withLinksInPage(html: string): string {
  return html
    .split(/(<script[\s\S]*?<\/script>)/)
    .map((part) =>
      part.startsWith("<script") ? part : part.replaceAll(/(<a\b[^>]*\bhref=")(?=\/(?!\/))/g, "$1#"),
    )
    .join("");
}

function policyFor(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "worker-src blob:",
  ].join("; ");
}
