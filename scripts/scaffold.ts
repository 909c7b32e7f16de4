import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["scaffold", ...process.argv.slice(2)]);
