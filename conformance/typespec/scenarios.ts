import { readdir } from "node:fs/promises";
import path from "node:path";
import { type Exchange, mockApis } from "./packages.ts";

export interface Scenario {
  name: string;
  /** The folder of its specification, relative to the specifications' root. */
  folder: string;
  exchanges: Exchange[];
}

/** Spector's scenarios, in its own order within each folder. */
export async function readScenarios(): Promise<Scenario[]> {
  const files = (await readdir(mockApis, { recursive: true })).filter((file) => file.endsWith("mockapi.js"));
  const scenarios: Scenario[] = [];
  for (const file of files.sort()) {
    const { Scenarios }: { Scenarios: Record<string, { apis: Exchange[] }> } = await import(
      new URL(file, mockApis).href
    );
    for (const [name, { apis }] of Object.entries(Scenarios)) {
      const exchanges = apis.filter(({ kind }) => kind === "MockApiDefinition");
      scenarios.push({ name, folder: path.dirname(file), exchanges });
    }
  }
  return scenarios;
}

/** The path of a request, as Spector writes it: percent-encoded, without the query that it adds. */
export function addressOf({ uri, request }: Exchange): string {
  const values = Object.entries(request?.pathParams ?? {});
  return values
    .reduce((text, [name, value]) => text.replaceAll(`:${name}`, String(value)), uri)
    .replaceAll("\\:", ":");
}
