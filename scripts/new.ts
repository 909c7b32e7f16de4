import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildLinkedPackages } from "./build-packages.ts";

// Projects get the toolkit as users install it: compiled.
const out = fileURLToPath(new URL("../packages", import.meta.url));
console.error("Building the toolkit.");
await buildLinkedPackages(out);
const args = [path.join(out, "cli/bin/counterpart.js"), "new", ...process.argv.slice(2)];
spawn(process.execPath, args, { stdio: "inherit" }).on("close", (code) => {
  process.exitCode = code ?? 1;
});
