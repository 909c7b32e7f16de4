import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { redocly } from "../tools/run-redocly.ts";

/** The one page, with its script, the document, and a policy that lets it run and load nothing else. */
export async function buildDocs(document: string, out: string): Promise<void> {
  await mkdir(path.dirname(out), { recursive: true });
  await redocly("build-docs", document, "--inlineBundle", "--output", out);
  // The page would fetch the logo of its badge; an empty address shows the badge without it.
  const html = (await readFile(out, "utf8")).replaceAll(
    /https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g,
    "data:,",
  );
  await writeFile(
    out,
    html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policyFor(html)}">`),
  );
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
