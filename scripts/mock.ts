import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["mock", ...process.argv.slice(2)]);
