import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["new", ...process.argv.slice(2)]);
