import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["generate", ...process.argv.slice(2)]);
