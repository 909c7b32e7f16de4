import { access } from "node:fs/promises";
import { dayOf, isDay } from "@counterpart/server/document";
import { UsageError } from "@counterpart/testing/errors";

/** The value of `--today`, such as `2026-01-15`; the current day by default. */
export function todayFrom(text = dayOf(Date.now())): string {
  if (!isDay(text)) throw new UsageError(`--today takes a date such as 2026-01-15, not "${text}".`);
  return text;
}

/** The value of an option that takes a whole number. */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < min || number > max) {
    throw new UsageError(`${option} takes a whole number from ${min} to ${max}, not "${text}".`);
  }
  return number;
}

/** The value of `--to`, the address of a server. */
export function addressFrom(to: string | undefined): string {
  if (to === undefined) throw new UsageError("Name the server: --to http://localhost:8080.");
  if (!/^https?:\/\/[^/@]+(\/[^?#@]*)?$/.test(to) || !URL.canParse(to)) {
    throw new UsageError(`--to takes an address such as http://localhost:8080, not "${to}".`);
  }
  return to;
}

/** Handles the error of a server that couldn't listen. @param options what chooses the port */
export function portTaken(options: string) {
  return (error: NodeJS.ErrnoException & { port?: number }): never => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new UsageError(`Port ${error.port} is already in use. Choose another with ${options}.`);
  };
}

/** @throws UsageError if there is no such file */
export async function needFile(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new UsageError(`${file} doesn't exist.`);
  });
}
