import type { ParseArgsOptionsConfig } from "node:util";

/** Where a command reads and writes besides files. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  env: Record<string, string | undefined>;
}

export interface Option {
  type: "string" | "boolean";
  /** One sentence or less, for the help text. */
  help: string;
  /** What the help text calls the value of a string option: `<file>`. */
  value?: string;
  /** The option can be given several times. */
  multiple?: boolean;
}

export type Options = Record<string, Option>;

/** The options that were given, by name. */
export type Values<O extends Options> = {
  [Name in keyof O]?: O[Name]["type"] extends "boolean"
    ? boolean
    : O[Name]["multiple"] extends true
      ? string[]
      : string;
};

export interface Input<O extends Options> {
  options: Values<O>;
  positionals: string[];
  terminal: Terminal;
}

export interface Command<O extends Options = Options> {
  /** The positional arguments as the help text names them: `<folder>`. Without it, the command takes none. */
  positionals?: string;
  /** What the command does, for its help text. */
  description: string;
  options: O;
  /** Text after the options in the help text. */
  details?: string;
  /** Runs the command. Resolves to the exit code: 0 for success, 1 when the command found something that must be fixed. */
  run(input: Input<O>): Promise<number>;
}

/** Defines a command whose `run` gets its options typed by name. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/** The options in the form that `parseArgs` takes. */
export function parserOptions(options: Options): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
}
