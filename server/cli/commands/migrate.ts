import type { Command } from "commander";
import { type AnswerOptions, addCommand, databaseUrl, opening, print, type Terminal } from "../terminal.ts";

export function addMigrate(counterpart: Command, terminal: Terminal): void {
  addCommand(
    counterpart,
    "migrate",
    "Bring the database's tables up to date. Commands that change something do so too.",
  ).action(async ({ json }: AnswerOptions) => {
    const { openEngine } = await import("../../database/database.ts");
    const url = await databaseUrl(terminal);
    const applied = await opening(async () => {
      const engine = await openEngine(url);
      try {
        return await engine.migrate();
      } finally {
        await engine.close();
      }
    });
    const text =
      applied.length > 0
        ? `Applied ${applied.join(", ")}.`
        : "The tables are up to date; nothing was applied.";
    print(terminal, { json: json === true }, { value: { applied }, text });
  });
}
