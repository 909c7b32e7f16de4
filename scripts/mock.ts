import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["mock", ...process.argv.slice(2)]);
