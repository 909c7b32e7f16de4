import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["check", ...process.argv.slice(2)]);
