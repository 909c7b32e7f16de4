// Compiled by every compiler of the matrix: as a user of the generated code would write it.
import { createOpenApiHttp } from "openapi-msw";
import createQueries from "openapi-react-query";
import {
  createApi,
  createApiClient,
  createQueries as createQueryOptions,
  isFailure,
  throwOnError,
} from "./generated/client.ts";
import type { Handlers, Input, Output } from "./generated/operations.ts";
import type {
  Arrival,
  components,
  Docked,
  paths,
  Readable,
  Ship,
  ShipInput,
  Writable,
} from "./generated/types.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(..._: Equal<A, B> extends true ? [] : [A, B]): void;

const client = createApiClient({ baseUrl: "http://localhost" });
const api = createApi(client);
declare const flag: boolean | undefined;
declare const signal: AbortSignal | undefined;
declare const mail: string | undefined;

same<components["schemas"]["Ship"], Ship>();
same<Writable<Ship>, ShipInput>();
same<Readable<ShipInput[]>, Ship[]>();

export const label = (ship: components["schemas"]["Ship"]): string => `${ship.id.toFixed(0)} ${ship.name}`;

export async function calls() {
  const listed = await api.listShips({ query: { docked: flag }, signal });
  if (listed.status === 200) same<typeof listed.data, Ship[]>();
  else same<typeof listed.status, 401>();
  const plain = await api.listShips();
  if (plain.status === 200) {
    const { position } = plain.data[0];
    if (position) same<typeof position, [number, number]>();
  }
  const asked = await api.listShips({ header: { "If-None-Match": '"1"' } });
  same<typeof asked.status, 200 | 304 | 401>();
  const asText = await api.listShips({ parseAs: "text" });
  if (asText.status === 200) same<typeof asText.data, string>();
  const byPath = await client.GET("/ships", { params: { query: { docked: flag } }, signal });
  if (byPath.status === 200) same<typeof byPath.data, Ship[]>();

  const checked = await createApi(createApiClient({ throwOnError })).listShips();
  same<typeof checked.data, Ship[]>();
  const checkedOnce = await api.listShips({ throwOnError });
  same<typeof checkedOnce.data, Ship[]>();
  try {
    await client.GET("/ships", { throwOnError });
  } catch (error) {
    if (isFailure(error, "listShips") && error.status !== 304) same<typeof error.status, 401>();
  }

  const options = createQueryOptions(api);
  const ships = options.listShips.queryOptions({ query: { docked: flag } });
  same<Awaited<ReturnType<typeof ships.queryFn>>, Ship[]>();
  same<(typeof ships.queryKey)[0], "listShips">();
  await options.addShip.mutationOptions().mutationFn({ body: { key: "k", name: "n" } });
  // @ts-expect-error: another type
  await options.addShip.mutationOptions().mutationFn({ body: { key: "k", name: 1 } });
  // @ts-expect-error: a POST is no query
  options.addShip.queryOptions({});

  const added = await api.addShip({ body: { key: "k", name: "n", master: { name: "m", mail } } });
  if (added.status === 409) same<typeof added.error.title, string>();
  // @ts-expect-error: readOnly
  await api.addShip({ body: { id: 1, key: "k", name: "n" } });
  // @ts-expect-error: another type
  await api.addShip({ body: { key: "k", name: 1 } });

  await api.putPicture({ path: { id: 1 }, body: { file: new Blob(["a"]) } });
  const picture = await api.readPicture({ path: { id: 1 } });
  if (picture.status === 200) same<typeof picture.data, Blob>();
  const watched = await api.watchArrivals();
  if (watched.status === 200) for await (const arrival of watched.data) same<typeof arrival, Arrival>();

  // @ts-expect-error: a GET has no body
  await api.then_({ body: { name: "n" } });
  same<Awaited<typeof api>, typeof api>();
}

export const hours = (arrival: Arrival): number =>
  arrival.kind === "delayed" ? arrival.hours : arrival.berth;
export const berth: Docked = { kind: "docked", berth: 1 };

export const addShip = async ({ body }: Input<"addShip", string>): Promise<Output<"addShip">> => {
  same<typeof body, ShipInput>();
  return { status: 201, body: { id: 1, name: body.name, master: { name: "m", mail } } };
};
export const leaks = async (): Promise<Output<"addShip">> => {
  // @ts-expect-error: writeOnly
  return { status: 201, body: { id: 1, key: "k", name: "n" } };
};
// @ts-expect-error: an undocumented status
export const moved = async (): Promise<Output<"addShip">> => ({ status: 200, body: { id: 1, name: "n" } });
export const watch: Handlers<string, object>["watchArrivals"] = () => ({
  status: 200,
  body: (async function* () {
    yield { kind: "docked" as const, berth: 1 };
  })(),
});

const http = createOpenApiHttp<paths>({ baseUrl: "http://localhost" });
export const mocked = http.get("/ships", ({ response }) => response(200).json([{ id: 1, name: "n" }]));

const queries = createQueries(client.openapiFetch);
export function useShips(): number | undefined {
  const { data } = queries.useQuery("get", "/ships", { params: { query: { docked: true } } });
  return data?.[0]?.id;
}
export function useAddShip(): () => void {
  const { mutate } = queries.useMutation("post", "/ships");
  return () => mutate({ body: { key: "k", name: "n" } });
}
