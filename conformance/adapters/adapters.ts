import { fileURLToPath } from "node:url";

/** A server of an adapter, as a user would write it. */
export interface Adapter {
  name: string;
  /** The runtime, with its flags. */
  command: string[];
  /** In `servers/`. */
  file: string;
  args?: string[];
  /** Only checks what passes to an application's routes, which have their own headers. */
  isInFront?: boolean;
}

const installed = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const node = [process.execPath];

/** Those that CI runs. */
export const adapters: Adapter[] = [
  { name: "Express 5, mounted", command: node, file: "express.ts", args: ["5", "mounted"] },
  { name: "Express 4, mounted", command: node, file: "express.ts", args: ["4", "mounted"] },
  { name: "Express 5, in front of routes", command: node, file: "express.ts", args: ["5"], isInFront: true },
  { name: "Express 4, in front of routes", command: node, file: "express.ts", args: ["4"], isInFront: true },
  { name: "Fastify 5, in front of routes", command: node, file: "fastify.ts", isInFront: true },
  { name: "Hono, through @hono/node-server", command: node, file: "hono.ts" },
  { name: "Bun", command: [installed("@oven/bun-linux-x64/bin/bun")], file: "bun.ts" },
];

export const deno = [installed("@deno/linux-x64-glibc/deno"), "run", "--allow-all"];

/** Those that run at night. */
export const runtimes: Adapter[] = [
  { name: "Node 22", command: [installed("node-22/bin/node")], file: "node.ts" },
  { name: "Node 26", command: [installed("node-26/bin/node")], file: "node.ts" },
  ...["Express 5, in front of routes", "Hono, through @hono/node-server"].flatMap((name) =>
    adapters
      .filter((one) => one.name === name)
      .flatMap((one) =>
        ["22", "26"].map((major) => ({
          ...one,
          name: `${name}, Node ${major}`,
          command: [installed(`node-${major}/bin/node`)],
        })),
      ),
  ),
  { name: "Deno", command: deno, file: "deno.ts" },
  { name: "workerd, with written validators", command: node, file: "workerd.ts" },
];

/** The server whose responses the others must send. */
export const reference: Adapter = { name: "Node 24", command: node, file: "node.ts" };
