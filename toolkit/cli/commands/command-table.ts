import type { Command } from "../command-line/command.ts";
import { manifest } from "../tools/manifest.ts";

interface Entry {
  summary: string;
  /**
   * The command also runs outside a project, whose Node package would provide the version that others need.
   */
  runsOnOlderNode?: boolean;
  /** Loads the command on demand: some commands take a second to import. */
  load(): Promise<{ command: Command }>;
}

export const commandTable: Record<string, Entry> = {
  inspect: {
    summary: "report which parts of an OpenAPI document can be served, and how to fix the others",
    runsOnOlderNode: true,
    load: () => import("./inspect.ts"),
  },
  new: {
    summary: "create a project from an OpenAPI document",
    runsOnOlderNode: true,
    load: () => import("./new.ts"),
  },
  generate: {
    summary: "write the bundle, the types and the client of the document",
    load: () => import("./generate.ts"),
  },
  scaffold: {
    summary: "write a stub for each operation that has no handler",
    load: () => import("./scaffold.ts"),
  },
  dev: {
    summary: "run the server; regenerate and restart it after each change",
    load: () => import("./dev.ts"),
  },
  mock: {
    summary: "serve the document's examples",
    load: () => import("./mock.ts"),
  },
  types: {
    summary: "write the document's types as one TypeScript file",
    load: () => import("./types.ts"),
  },
  docs: {
    summary: "build the reference page",
    load: () => import("./docs.ts"),
  },
  check: {
    summary: "lint the document, and check for outdated generated files and breaking changes",
    load: () => import("./check.ts"),
  },
  compare: {
    summary: "list what breaks clients of the released contract",
    load: () => import("./compare.ts"),
  },
  release: {
    summary: "record the document as the released contract",
    load: () => import("./release.ts"),
  },
  fuzz: {
    summary: "send valid and invalid requests, and check every answer",
    load: () => import("./fuzz.ts"),
  },
  coverage: {
    summary: "report how much of the document the tests have exercised",
    load: () => import("./coverage.ts"),
  },
  proxy: {
    summary: "check the traffic between clients and a running server",
    load: () => import("./proxy.ts"),
  },
  mcp: {
    summary: "offer an API's operations to agents as MCP tools",
    load: () => import("./mcp.ts"),
  },
  client: {
    summary: "build the typed client as a package",
    load: () => import("./client.ts"),
  },
  update: {
    summary: "update the project to another version of the toolkit",
    runsOnOlderNode: true,
    load: () => import("./update.ts"),
  },
};

/** Explains why a command can't run on this Node version; undefined if it can. */
export function nodeFault(name: string, version: string): string | undefined {
  const wanted = Number.parseInt(manifest.engines.node.replace(/\D+/, ""), 10);
  if (commandTable[name]?.runsOnOlderNode || Number.parseInt(version, 10) >= wanted) return undefined;
  return (
    `\`counterpart ${name}\` needs Node ${wanted} or newer, and this is Node ${version}: ` +
    `run \`npx counterpart ${name}\` in a project, where \`npm ci\` installs Node ${wanted}, or install it.`
  );
}
