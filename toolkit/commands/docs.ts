import { buildDocs } from "../generate/docs.ts";

const help = `Usage: npm run docs

Builds the reference page from generated/openapi.json into generated/docs/index.html. The page is self-contained: it
loads nothing from elsewhere.`;

if (import.meta.main) {
  if (process.argv.includes("--help")) console.log(help);
  else {
    await buildDocs("generated/openapi.json", "generated/docs/index.html");
    console.log("written: generated/docs/index.html");
  }
}
