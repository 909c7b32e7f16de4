import { readFile } from "node:fs/promises";

/** Reads a JSON list; empty if the file doesn't exist. */
export async function readList(file: string): Promise<unknown[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} isn't JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!Array.isArray(list)) throw new Error(`${file} is not a list.`);
  return list;
}

/**
 * Reads a list of entries that consist of strings and expire on a day, `2026-12-31`.
 * @param fields what each string must be, besides `until`
 * @throws with everything that is wrong with the entries
 */
export async function readDatedList<Entry extends { until: string }>(
  file: string,
  fields: Record<Exclude<keyof Entry, "until">, string>,
): Promise<Entry[]> {
  const entries = await readList(file);
  const faults = entries.flatMap((entry, index) =>
    entryFaults(entry, fields).map((fault) => `${file}, entry ${index + 1}: ${fault}`),
  );
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return entries as Entry[];
}

function entryFaults(entry: unknown, fields: Record<string, string>): string[] {
  const { until, ...given } = Object(entry) as Record<string, unknown>;
  return [
    ...Object.entries(fields)
      .filter(([name]) => !isText(given[name]))
      .map(([name, what]) => `\`${name}\` must be ${what}.`),
    ...(isText(until) && isDay(until) ? [] : ["`until` must be the last day, such as 2026-12-31."]),
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => `There is no \`${name}\`.`),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Whether the text is a calendar day, `2026-02-28`. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && dayOf(time) === text;
}

/** The day of a time in UTC, `2026-01-15`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
