import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["release", ...process.argv.slice(2)]);
