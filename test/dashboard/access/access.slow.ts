import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migratedDatabase, type TestDatabase } from "../../helpers/data/test-database.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";
import type { Page, Visitor } from "../dashboard-visitor.ts";
import { startOpenIdProvider } from "../openid-provider.ts";
import { quickHash } from "../quick-hash.ts";
import { openRows } from "./all-rows.ts";
import { type Cell, type Expected, expectedAccess } from "./expected-access.ts";
import { type Caller, type CallerName, callerNames, password, type Scene, setScene } from "./scene.ts";

let testDatabase: TestDatabase;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let world: World;
let rows: Awaited<ReturnType<typeof openRows>>;
let other: Merchant;
let passwordHash: string;
/** For requests that change nothing. */
let shared: Scene;
beforeAll(async () => {
  testDatabase = await migratedDatabase();
  provider = await startOpenIdProvider();
  world = await startWorld({ databaseUrl: testDatabase.url, openId: provider.settings });
  // Otherwise the tasks that run every minute could fall between two reads of the rows.
  for (const name of ["sweep", "cleanup"]) {
    await world.services.database.leases.take({ name, now: world.clock.now, forMs: 3_600_000 });
  }
  rows = await openRows(testDatabase.url);
  other = await world.merchant({ name: "Another store" });
  passwordHash = quickHash(password);
  shared = await newScene();
});
afterAll(async () => {
  await rows.close();
  await world.close();
  await provider.close();
  await testDatabase.drop();
});

const newScene = () => setScene(world, other, passwordHash);
const origin = "http://counterpart.test";
/** `none` for a request without an origin. */
const foreignOrigins = [
  ...["https://evil.example", "http://counterpart.test.evil.example", "http://counterpart.test:81"],
  ...["null", "none"],
];
type Form = URLSearchParams | FormData;

interface Sending {
  route: string;
  expected: Expected;
  scene: Scene;
  caller: Caller;
}

async function pathOf({ route, expected, scene }: Sending, ids = scene.ids): Promise<string> {
  if (expected.path) return expected.path(scene);
  const [, path = ""] = route.split(" ");
  const named = path
    .replace("*", "no-such-page")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
  const query = new URLSearchParams(expected.query?.(scene));
  return query.size > 0 ? `${named}?${query}` : named;
}

function formOf({ expected, scene, caller }: Sending, form_token = caller.formToken): Form {
  const fields = Object.entries({ form_token, ...expected.fields?.(scene, caller) });
  if (!expected.file) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  const { name, text } = expected.file(scene);
  form.set("file", new File([text], name));
  return form;
}

function post(visitor: Visitor, path: string, body: Form, from = origin): Promise<Page> {
  return visitor.send(path, { method: "POST", body, headers: from === "none" ? {} : { origin: from } });
}

async function send(sending: Sending, path: string): Promise<Page> {
  const { visitor } = sending.caller;
  return sending.route.startsWith("GET ") ? visitor.get(path) : post(visitor, path, formOf(sending));
}

/** The texts in the response that weren't in the request. */
function found({ text }: Page, path: string, marks: string[]): string[] {
  return marks.filter((mark) => text.includes(mark) && !path.includes(mark));
}

/** What this caller must never see, whatever the response. */
function hiddenFrom(
  name: CallerName,
  scene: Scene,
  { expected, cell }: { expected: Expected; cell: Cell },
): string[] {
  const isMember = name === "readOnly" || name === "staff" || name === "owner";
  if (expected.hasLink || (isMember && cell.isAllowed)) return [];
  return isMember
    ? scene.contents
    : [...scene.contents, scene.merchant.store.name, scene.merchant.store.slug];
}

const isForm = (route: string) => route.startsWith("POST ");
const cellsOf = ({ cells }: Expected) => callerNames.map((name) => ({ name, cell: cells[name] }));
/** Whether this request changes something. It then needs a new scene. */
const changesRows = (route: string, { changes = isForm(route) }: Expected, { isAllowed }: Cell) =>
  isAllowed && changes;

/** The request of each caller to this route that changes something, or doesn't. */
function testCells(route: string, expected: Expected, changing: boolean): void {
  const cells = cellsOf(expected).filter(({ cell }) => changesRows(route, expected, cell) === changing);

  test.each(
    cells.map(({ name, cell }) => [cell.status, cell.isAllowed ? "allowed" : "refused", name, cell] as const),
  )("%i, %s: %s", async (_, __, name, cell) => {
    const scene = changing ? await newScene() : shared;
    const caller = scene.callers[name];
    const sending = { route, expected, scene, caller };
    const path = await pathOf(sending);
    const before = await rows.readAll();
    const page = await send(sending, path);
    const after = await rows.readAll();

    expect(page.status, page.text).toBe(cell.status);
    if (changing) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
    expect(after.filter((row) => row.includes(other.store.id))).toEqual(
      before.filter((row) => row.includes(other.store.id)),
    );
    expect(found(page, path, hiddenFrom(name, scene, { expected, cell }))).toEqual([]);
    const foreign = scene === shared ? [] : [...shared.contents, shared.merchant.store.name];
    expect(
      found(page, path, [...foreign, ...(name === "stranger" ? [] : [other.store.id, other.store.name])]),
    ).toEqual([]);
    if (cell.isAllowed) {
      expect(page.text).toContain(expected.shows?.(scene, caller) ?? "");
      if (expected.leadsTo) expect(page.location).toBe(expected.leadsTo(scene));
    } else if (page.status === 303) {
      expect(page.location).toBe(`/dashboard/sign-in?${new URLSearchParams({ next: path })}`);
    }
  });
}

const routesWhere = (changing: boolean) =>
  Object.entries(expectedAccess).filter(([route, expected]) =>
    cellsOf(expected).some(({ cell }) => changesRows(route, expected, cell) === changing),
  );

describe.each(routesWhere(false))("%s", (route, expected) => {
  testCells(route, expected, false);

  if (/\{(?!store\})/.test(route)) {
    test("404 for another store's ids below the caller's own store", async () => {
      const { ids, callers } = shared;
      const sending = { route, expected, scene: shared, caller: callers.stranger };
      const path = await pathOf(sending, { ...ids, store: other.store.slug });
      const before = await rows.readAll();
      const page = await send(sending, path);
      expect(page.status).toBe(404);
      expect(await rows.readAll()).toEqual(before);
      expect(found(page, path, [...shared.contents, shared.merchant.store.name])).toEqual([]);
    });
  }

  if (isForm(route)) {
    test("403 and no change for a form from another origin, or without this browser's token", async () => {
      const name = cellsOf(expected).findLast(({ cell }) => cell.isAllowed)?.name ?? "owner";
      const sending = { route, expected, scene: shared, caller: shared.callers[name] };
      const path = await pathOf(sending);
      const before = await rows.readAll();
      for (const from of foreignOrigins) {
        const page = await post(sending.caller.visitor, path, formOf(sending), from);
        expect([from, page.status]).toEqual([from, 403]);
      }
      const { staff, anonymous } = shared.callers;
      for (const token of ["", staff.formToken, anonymous.formToken]) {
        const page = await post(sending.caller.visitor, path, formOf(sending, token));
        expect([token, page.status, page.text.includes("since this form was loaded")]).toEqual([
          token,
          403,
          true,
        ]);
      }
      expect(await rows.readAll()).toEqual(before);
    });
  }
});

// After those without a change: each adds a scene to the rows that every test reads.
describe.each(routesWhere(true))("%s, with its change", (route, expected) => {
  testCells(route, expected, true);
});
