import { spawn } from "node:child_process";
import { mkdir, rm, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackages } from "./build-packages.ts";

// Projects get the toolkit as users install it: compiled.
const out = fileURLToPath(new URL("../packages", import.meta.url));
console.error("Building the toolkit.");
const built = await buildPackages(out);
for (const [name, folder] of Object.entries(built)) {
  // Packages must find each other, and their sources' dependencies where these differ from the workspace's.
  const sources = path.resolve(out, "../toolkit", path.basename(folder), "node_modules");
  await rm(path.join(folder, "node_modules"), { recursive: true, force: true });
  if (await stat(sources).catch(() => undefined))
    await symlink(sources, path.join(folder, "node_modules"), "junction");
  const linked = path.join(out, "node_modules", name);
  await mkdir(path.dirname(linked), { recursive: true });
  await rm(linked, { force: true });
  await symlink(folder, linked, "junction");
}
const args = [path.join(out, "cli/bin/counterpart.js"), "new", ...process.argv.slice(2)];
spawn(process.execPath, args, { stdio: "inherit" }).on("close", (code) => {
  process.exitCode = code ?? 1;
});
