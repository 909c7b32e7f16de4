#!/usr/bin/env node
import { runCli } from "./run.ts";

// A closed pipe, as in `counterpart-shop products list | head`, isn't a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), process);
