import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["compare", ...process.argv.slice(2)]);
