import { spawn } from "node:child_process";
import { rm, stat, symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildToolkit } from "./build-toolkit.ts";

// A project gets the toolkit as users install it: compiled.
const built = fileURLToPath(new URL("../packages/toolkit", import.meta.url));
console.error("Building the toolkit.");
await buildToolkit(built);
// Of some packages the toolkit has another version than the workspace's root, where Node would look for them.
const installed = fileURLToPath(new URL("../toolkit/node_modules", import.meta.url));
const linked = fileURLToPath(new URL("../packages/node_modules", import.meta.url));
await rm(linked, { force: true });
if (await stat(installed).catch(() => undefined)) await symlink(installed, linked, "junction");
const args = [`${built}/bin/counterpart.js`, "new", ...process.argv.slice(2)];
spawn(process.execPath, args, { stdio: "inherit" }).on("close", (code) => {
  process.exitCode = code ?? 1;
});
