import { createHash } from "node:crypto";

const beforeScripts = "default-src 'none'; script-src";

/** The Content-Security-Policy of a page, which allows the page's own scripts. */
export function policyFor(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = ""]) =>
    sourceOf(script),
  );
  return [
    `${beforeScripts} ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "worker-src blob:",
  ].join("; ");
}

/** A page with such a policy that allows one more script; undefined if the page has none. */
export function allowingScript(page: string, script: string): string | undefined {
  const at = page.indexOf(beforeScripts) + beforeScripts.length;
  return page.includes(beforeScripts)
    ? `${page.slice(0, at)} ${sourceOf(script)}${page.slice(at)}`
    : undefined;
}

function sourceOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
