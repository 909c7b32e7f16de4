import { runFuzzCli } from "./cli.ts";

process.exitCode = await runFuzzCli(process.argv.slice(2), process);
