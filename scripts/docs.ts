import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["docs", ...process.argv.slice(2)]);
