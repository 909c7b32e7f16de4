import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["client", ...process.argv.slice(2)]);
