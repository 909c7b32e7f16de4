import { runCommand } from "@counterpart/toolkit/commands";

process.exitCode = await runCommand(["release", ...process.argv.slice(2)]);
