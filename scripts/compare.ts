import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["compare", ...process.argv.slice(2)]);
