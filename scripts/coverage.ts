import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["coverage", ...process.argv.slice(2)]);
