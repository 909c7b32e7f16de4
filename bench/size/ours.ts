import { pathToFileURL } from "node:url";
import { run } from "@counterpart/server";
import { list } from "./document.ts";

// Serves the sized document like production. Arguments: the document's file, then the operation ids.
const [file = "", ...operationIds] = process.argv.slice(2);

interface Input {
  path: Record<string, unknown>;
  body: { text: string; items: unknown[]; file: File };
}

const answers: Record<string, (input: Input) => unknown> = {
  fiveParameters: ({ path }) => path,
  largeBody: ({ body }) => ({ length: body.text.length }),
  takeList: ({ body }) => ({ length: body.items.length }),
  giveList: () => ({ items: list }),
  upload: ({ body }) => ({ length: body.file.size }),
};

const handlers = operationIds.map((id) => {
  const answer = answers[id] ?? (() => ({ length: 0 }));
  return [id, (input: Input) => ({ status: 200, body: answer(input) })];
});

await run({
  document: pathToFileURL(file),
  handlers: Object.fromEntries(handlers),
  service: {
    readSettings: () => ({}),
    open: async () => ({ services: {}, authenticators: {}, pages: [], close: async () => {} }),
  },
});
