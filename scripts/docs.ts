import { mkdir } from "node:fs/promises";
import { redocly } from "./bundle.ts";

const help = `Usage: npm run docs

Builds the reference page from generated/openapi.json into generated/docs/index.html. The page is self-contained: it
loads nothing from elsewhere.`;

/** The one page, with its script and the document inside. */
export async function buildDocs(out: string): Promise<void> {
  await redocly("build-docs", "generated/openapi.json", "--inlineBundle", "--output", out);
}

if (import.meta.main) {
  if (process.argv.includes("--help")) console.log(help);
  else {
    await mkdir("generated/docs", { recursive: true });
    await buildDocs("generated/docs/index.html");
    console.log("written: generated/docs/index.html");
  }
}
