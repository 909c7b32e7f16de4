// The exports for programs that run commands.

export { commandTable } from "./commands/command-table.ts";
export { runCommand } from "./commands/run-command.ts";
