import type { Command } from "commander";
import { program } from "../../server/cli/run.ts";

const nowhere = { stdout: { write() {} }, stderr: { write() {} }, env: {} };

/** `["stores", "create"]` and so on, including groups and the program itself. */
export const commands = commandsOf(program(nowhere, false));

/** The commands that do something, without groups. */
export const leaves = commands.filter(
  (path) =>
    !commands.some((other) => other.length > path.length && path.every((word, at) => other[at] === word)),
);

function commandsOf(command: Command, path: string[] = []): string[][] {
  return [path, ...command.commands.flatMap((child) => commandsOf(child, [...path, child.name()]))];
}
