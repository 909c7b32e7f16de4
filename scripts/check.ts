import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["check", ...process.argv.slice(2)]);
