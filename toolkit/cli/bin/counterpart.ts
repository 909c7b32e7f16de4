#!/usr/bin/env node
// Imports nothing at the top: an older Node can't load what the command imports.

const wanted = 24;
const found = process.versions.node;
if (Number.parseInt(found, 10) < wanted) {
  console.error(
    `counterpart needs Node ${wanted}; this is ${found}. Install it from https://nodejs.org, or with a version manager, as in \`nvm install ${wanted}\`.`,
  );
  process.exitCode = 2;
} else {
  // In the folder for temporary files, as tsc does; a command starts with a third less work.
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { runCommand } = await import("../commands/run-command.ts");
  process.exitCode = await runCommand(process.argv.slice(2));
  // Open handles of a project's code, such as a connection pool, mustn't keep a finished command running.
  setTimeout(() => process.exit(), 1000).unref();
}
