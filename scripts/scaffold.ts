import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["scaffold", ...process.argv.slice(2)]);
