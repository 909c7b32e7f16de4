#!/usr/bin/env node
import { runCommand } from "../commands/run-command.ts";

process.exitCode = await runCommand(process.argv.slice(2));
// What a project's own code leaves open, such as a pool of connections, mustn't keep a finished command running.
setTimeout(() => process.exit(), 1000).unref();
