#!/usr/bin/env node
import { runCommand } from "../commands/run-command.ts";

process.exitCode = await runCommand(process.argv.slice(2));
// Open handles of a project's code, such as a connection pool, mustn't keep a finished command running.
setTimeout(() => process.exit(), 1000).unref();
