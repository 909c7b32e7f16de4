import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["fuzz", ...process.argv.slice(2)]);
