import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["coverage", ...process.argv.slice(2)]);
