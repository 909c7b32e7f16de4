import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["dev", ...process.argv.slice(2)]);
