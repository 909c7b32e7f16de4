import { runCommand } from "@counterpart/cli";

process.exitCode = await runCommand(["generate", ...process.argv.slice(2)]);
