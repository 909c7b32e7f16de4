import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["dev", ...process.argv.slice(2)]);
