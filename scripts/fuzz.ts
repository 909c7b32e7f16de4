import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["fuzz", ...process.argv.slice(2)]);
