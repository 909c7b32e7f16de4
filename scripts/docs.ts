import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["docs", ...process.argv.slice(2)]);
