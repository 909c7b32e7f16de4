import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildProjectDocs, loadDocuments } from "@counterpart/cli/docs";
import { build } from "vitepress";

const place = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// Beside the pages is the reference of the shop's API.
await build(place("."));
for (const config of await loadDocuments()) {
  await buildProjectDocs(config, { folder: place("../generated/site/api"), isServed: false });
}
await cp(place("../generated/openapi.json"), place("../generated/site/api/openapi.json"));
console.log("written: generated/site");
