#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import path from "node:path";

// Enabled before all other imports, as in server/main.ts; a command starts in half of the time.
enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/node"));
const { runCli } = await import("./run.ts");

// A closed pipe, as in `counterpart-shop products list | head`, isn't a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), process);
