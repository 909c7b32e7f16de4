import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["client", ...process.argv.slice(2)]);
