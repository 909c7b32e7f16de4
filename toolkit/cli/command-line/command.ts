import type { ParseArgsOptionsConfig } from "node:util";
import { mapValues } from "@counterpart/server/values";

/** The streams that a command reads and writes. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  env: Record<string, string | undefined>;
  stdin?: AsyncIterable<unknown>;
}

export interface Option {
  type: "string" | "boolean";
  /** At most one sentence, for the help text. */
  help: string;
  /** The placeholder for a string option's value in the help text: `<file>`. */
  value?: string;
  /** The option can be given several times. */
  multiple?: boolean;
}

/** An option with a value. @param value its placeholder in the help text */
export function withValue(value: string, help: string) {
  return { type: "string", value, help } as const;
}

/** An option with a value that can be given several times. */
export function repeatable(value: string, help: string) {
  return { type: "string", value, help, multiple: true } as const;
}

export function flag(help: string) {
  return { type: "boolean", help } as const;
}

export type Options = Record<string, Option>;

/** The given options, by name. */
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
  /** The arguments after `--`. */
  rest: string[];
  terminal: Terminal;
}

export interface Command<O extends Options = Options> {
  /** The positional arguments in the help text: `<folder>`. Without it, the command takes none. */
  positionals?: string;
  /** What follows `--` in the help text: `[-- <command>]`. */
  rest?: string;
  /** The description in the help text. */
  description: string;
  options: O;
  /** Text after the options in the help text. */
  details?: string;
  /** Runs the command. Resolves to the exit code: 0 for success, 1 if it found something to fix. */
  run(input: Input<O>): Promise<number>;
}

/** Defines a command whose `run` gets its options typed by name. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/** The options in the form that `parseArgs` takes. */
export function parserOptions(options: Options): ParseArgsOptionsConfig {
  return mapValues(options, ({ type, multiple = false }) => ({ type, multiple }));
}
