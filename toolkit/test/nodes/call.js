// Run beside a client package that `counterpart client` has built for `consumers/harbour.ts`.
import { deepEqual } from "node:assert/strict";
import { createApi, createApiClient } from "./client/dist/client.js";

const baseUrl = process.argv[2] ?? "";
const api = createApi(createApiClient({ baseUrl }));

const listed = await api.listShips();
deepEqual([listed.status, listed.data], [200, [{ id: 1, name: "Anna", position: [54.3, 10.1] }]]);
const added = await api.addShip({ body: { key: "k", name: "Berta" } });
deepEqual([added.status, added.data], [201, { id: 1, name: "Berta", position: [54.3, 10.1] }]);
const taken = await api.addShip({ body: { key: "k", name: "Anna" } });
deepEqual([taken.status, taken.error], [409, { title: "Taken." }]);
const picture = await api.readPicture({ path: { id: 1 } });
deepEqual([picture.status, await picture.data.text()], [200, "picture"]);
const put = await api.putPicture({ path: { id: 1 }, body: { file: new Blob(["picture"]) } });
deepEqual(put.status, 204);
const watched = await api.watchArrivals();
const arrivals = [];
for await (const arrival of watched.data) arrivals.push(arrival);
deepEqual(arrivals, [
  { kind: "docked", berth: 3 },
  { kind: "delayed", hours: 1.5 },
]);
const refused = await fetch(`${baseUrl}/ships`, {
  method: "POST",
  body: "{",
  headers: { "content-type": "application/json" },
});
deepEqual(refused.status, 400);
