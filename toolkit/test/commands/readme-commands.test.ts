import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { commandTable } from "../../cli/commands/command-table.ts";

test.each(["../../README.md", "../../cli/README.md", "../../cli/template/README.md", "../../../README.md"])(
  "%s shows commands as users type them, with npx",
  async (name) => {
    const text = (await readFile(new URL(name, import.meta.url), "utf8")).replaceAll("\n", " ");
    const commands = Object.keys(commandTable).join("|");
    const shown = [...text.matchAll(new RegExp(`(.{0,80})\\bcounterpart (${commands})\\b`, "g"))];
    expect(shown.length).toBeGreaterThan(0);
    const bare = shown.filter(([, before]) => !/npx (--yes )?(--package \S+ )?$/.test(before ?? ""));
    expect(bare.map(([whole]) => whole)).toEqual([]);
  },
);
