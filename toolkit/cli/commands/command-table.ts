import type { Command } from "../command-line/command.ts";

/** The headings of the help text. */
export const commandGroups = {
  look: "Look at a document",
  build: "Build from it",
  hold: "Hold a server to it",
} as const;

interface Entry {
  summary: string;
  group: keyof typeof commandGroups;
  /** The arguments of an example, with `api.yaml` as the document. */
  example: string;
  /** Loads the command on demand: some commands take a second to import. */
  load(): Promise<{ command: Command }>;
}

export const commandTable: Record<string, Entry> = {
  inspect: {
    summary: "report which parts of an OpenAPI document can be served, and how to fix the others",
    group: "look",
    example: "api.yaml",
    load: () => import("./inspect.ts"),
  },
  check: {
    summary: "lint the document, and check for outdated generated files and breaking changes",
    group: "look",
    example: "api.yaml",
    load: () => import("./check.ts"),
  },
  compare: {
    summary: "list what breaks clients of the released contract",
    group: "look",
    example: "old.yaml api.yaml",
    load: () => import("./compare.ts"),
  },
  mock: {
    summary: "serve the document's examples",
    group: "look",
    example: "api.yaml",
    load: () => import("./mock.ts"),
  },
  docs: {
    summary: "build the reference page",
    group: "look",
    example: "api.yaml --out site",
    load: () => import("./docs.ts"),
  },
  types: {
    summary: "write the document's types as one TypeScript file",
    group: "build",
    example: "api.yaml --out types.ts",
    load: () => import("./types.ts"),
  },
  client: {
    summary: "build the typed client as a package",
    group: "build",
    example: "api.yaml --out client",
    load: () => import("./client.ts"),
  },
  mcp: {
    summary: "offer an API's operations to agents as MCP tools",
    group: "build",
    example: "api.yaml --to https://api.example.com",
    load: () => import("./mcp.ts"),
  },
  vendor: {
    summary: "save the files that the document refers to on the network",
    group: "build",
    example: "api.yaml",
    load: () => import("./vendor.ts"),
  },
  new: {
    summary: "create a project from an OpenAPI document",
    group: "build",
    example: "my-api --spec api.yaml",
    load: () => import("./new.ts"),
  },
  generate: {
    summary: "write the bundle, the types and the client of a project's document",
    group: "build",
    example: "",
    load: () => import("./generate.ts"),
  },
  scaffold: {
    summary: "write a stub for each operation that has no handler",
    group: "build",
    example: "",
    load: () => import("./scaffold.ts"),
  },
  dev: {
    summary: "run the server; regenerate and restart it after each change",
    group: "build",
    example: "",
    load: () => import("./dev.ts"),
  },
  release: {
    summary: "record the document as the released contract",
    group: "build",
    example: "",
    load: () => import("./release.ts"),
  },
  update: {
    summary: "update the project to another version of the toolkit",
    group: "build",
    example: "",
    load: () => import("./update.ts"),
  },
  fuzz: {
    summary: "send valid and invalid requests, and check every response",
    group: "hold",
    example: "api.yaml --url http://localhost:8080",
    load: () => import("./fuzz.ts"),
  },
  proxy: {
    summary: "check the traffic between clients and a running server",
    group: "hold",
    example: "api.yaml --to http://localhost:8080",
    load: () => import("./proxy.ts"),
  },
  coverage: {
    summary: "report how much of the document the tests have exercised",
    group: "hold",
    example: "api.yaml --traffic traffic.json",
    load: () => import("./coverage.ts"),
  },
};
