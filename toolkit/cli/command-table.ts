import type { Command } from "./command.ts";

interface Entry {
  summary: string;
  /** It runs before a project has brought along the Node that the other commands need. */
  runsOnOlderNode?: boolean;
  /** Loaded when the command is asked for: some commands need a second for what they import. */
  load(): Promise<{ command: Command }>;
}

export type CommandName =
  | "inspect"
  | "new"
  | "generate"
  | "scaffold"
  | "dev"
  | "mock"
  | "docs"
  | "check"
  | "compare"
  | "release"
  | "fuzz"
  | "coverage"
  | "client"
  | "update";

export const commandTable: Record<CommandName, Entry> = {
  inspect: {
    summary: "tell what of an OpenAPI document can be served, and what to write instead of the rest",
    runsOnOlderNode: true,
    load: () => import("../commands/inspect.ts"),
  },
  new: {
    summary: "make a project around an OpenAPI document",
    runsOnOlderNode: true,
    load: () => import("../commands/new.ts"),
  },
  generate: {
    summary: "write the bundle, the types and the client of the document",
    load: () => import("../commands/generate.ts"),
  },
  scaffold: {
    summary: "write a stub for each operation that has no handler",
    load: () => import("../commands/scaffold.ts"),
  },
  dev: {
    summary: "run the server, and generate and start again after each change",
    load: () => import("../commands/dev.ts"),
  },
  mock: {
    summary: "serve the document's examples",
    load: () => import("../commands/mock.ts"),
  },
  docs: {
    summary: "build the reference page",
    load: () => import("../commands/docs.ts"),
  },
  check: {
    summary: "lint the document, and check the generated files and breaking changes",
    load: () => import("../commands/check.ts"),
  },
  compare: {
    summary: "list what breaks clients of the released contract",
    load: () => import("../commands/compare.ts"),
  },
  release: {
    summary: "make the document the released contract",
    load: () => import("../commands/release.ts"),
  },
  fuzz: {
    summary: "send valid and invalid requests, and check every answer",
    load: () => import("../commands/fuzz.ts"),
  },
  coverage: {
    summary: "report how much of the document the tests have exercised",
    load: () => import("../commands/coverage.ts"),
  },
  client: {
    summary: "build the typed client as a package",
    load: () => import("../commands/client.ts"),
  },
  update: {
    summary: "bring the project to another version of the toolkit",
    runsOnOlderNode: true,
    load: () => import("../commands/update.ts"),
  },
};

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandTable, name);
}
