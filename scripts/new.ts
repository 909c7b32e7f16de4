import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildToolkit } from "./build-toolkit.ts";

// A project gets the toolkit as users install it: compiled.
const built = fileURLToPath(new URL("../packages/toolkit", import.meta.url));
console.error("Building the toolkit.");
await buildToolkit(built);
const args = [`${built}/bin/counterpart.js`, "new", ...process.argv.slice(2)];
spawn(process.execPath, args, { stdio: "inherit" }).on("close", (code) => {
  process.exitCode = code ?? 1;
});
