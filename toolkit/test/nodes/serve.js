import module from "node:module";

// As in a project's server/main.ts.
module.enableCompileCache?.("node_modules/.cache/node");
const { run } = await import("@counterpart/server");

const ship = { id: 1, name: "Anna", position: [54.3, 10.1] };

/** The server of `consumers/harbour.ts`, as a project's `server/main.ts` would start it. */
await run({
  document: new URL("harbour.json", import.meta.url),
  handlers: {
    listShips: async () => ({ status: 200, body: [ship] }),
    addShip: async ({ body }) =>
      body.name === "Anna"
        ? { status: 409, body: { title: "Taken." } }
        : { status: 201, body: { ...ship, name: body.name } },
    readPicture: async () => ({ status: 200, body: Buffer.from("picture") }),
    putPicture: async ({ body }) => (body.file.size === 7 ? { status: 204 } : { status: 500 }),
    watchArrivals: async () => ({ status: 200, body: arrivals() }),
  },
  service: {
    readSettings: () => ({}),
    open: async () => ({ services: {}, authenticators: {}, pages: [], close: async () => {} }),
  },
});

async function* arrivals() {
  yield { kind: "docked", berth: 3 };
  yield { kind: "delayed", hours: 1.5 };
}
