// Generated queries in React components: runs in jsdom, and is compiled by every compiler of the matrix.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { createElement, type FunctionComponent, Suspense } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createApi, createApiClient, createQueries, isFailure } from "./generated/client.ts";
import type { Person, Ship } from "./generated/types.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const typesAre = <A, B>(..._: Equal<A, B> extends true ? [] : [A, B]) => undefined;

const ada: Ship = { id: 1, name: "Ada" };
const json = (body: unknown, init?: ResponseInit) => Promise.resolve(Response.json(body, init));

let root: Root | undefined;
afterEach(() => root?.unmount());

/** Renders a component whose queries are answered by a function. */
function render(
  component: FunctionComponent<{ queries: Queries }>,
  respond: (request: Request) => Promise<Response>,
) {
  const sent: Request[] = [];
  const client = createApiClient({
    baseUrl: "http://harbour.test",
    fetch: (request: Request) => {
      sent.push(request);
      return respond(request);
    },
  });
  // Timers that collect unused data would keep the process running for minutes.
  const gcTime = Infinity;
  const cache = new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime }, mutations: { gcTime } },
  });
  const place = document.body.appendChild(document.createElement("main"));
  const own = createRoot(place);
  root = own;
  const content = createElement(component, { queries: createQueries(createApi(client)) });
  own.render(createElement(QueryClientProvider, { client: cache }, createElement(Suspense, null, content)));
  return {
    sent,
    unmount: () => own.unmount(),
    click: () => place.querySelector("button")?.click(),
    /** Resolves as soon as the component shows a text. */
    shows: (text: string) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(look);
        observer.observe(place, { childList: true, characterData: true, subtree: true });
        look();
        function look() {
          if (place.textContent !== text) return;
          observer.disconnect();
          resolve();
        }
      }),
  };
}

type Queries = ReturnType<typeof createQueries>;

function Ships({ queries }: { queries: Queries }) {
  const { data, error } = useQuery(queries.listShips.queryOptions({ query: { docked: true } }));
  typesAre<typeof data, Ship[] | undefined>();
  if (isFailure(error, "listShips") && error.status === 401) return `${error.status}: ${error.body.title}`;
  return data ? data.map(({ name }) => name).join() : "Loading";
}

test("a component shows what a query loads", async () => {
  const { shows, sent } = render(Ships, () => json([ada]));
  await shows("Loading");
  await shows("Ada");
  assert.deepEqual(
    sent.map(({ url }) => url),
    ["http://harbour.test/ships?docked=true"],
  );
});

test("a component shows a documented failure by its type", async () => {
  const { shows } = render(Ships, () => json({ title: "Sign in." }, { status: 401 }));
  await shows("401: Sign in.");
});

test("a component that goes away aborts its request", async () => {
  const aborted = new Promise<void>((resolve) => {
    const { unmount } = render(Ships, ({ signal }) => {
      signal.addEventListener("abort", () => resolve());
      setTimeout(unmount);
      return new Promise(() => undefined);
    });
  });
  await aborted;
});

test("a query suspends a component until there is data, which is never undefined", async () => {
  const { shows } = render(
    ({ queries }) => {
      const { data } = useSuspenseQuery(queries.listShips.queryOptions());
      typesAre<typeof data, Ship[]>();
      return data.length;
    },
    () => json([ada]),
  );
  await shows("1");
});

test("a mutation sends its variables, and its query is loaded again by its key", async () => {
  const ships = [ada];
  const { shows, click, sent } = render(
    ({ queries }) => {
      const cache = useQueryClient();
      const { data = [] } = useQuery(queries.listShips.queryOptions());
      const { mutate } = useMutation({
        ...queries.addShip.mutationOptions(),
        onSuccess: (added) => {
          typesAre<typeof added, Ship>();
          return cache.invalidateQueries({ queryKey: queries.listShips.queryKey() });
        },
      });
      const onClick = () => mutate({ body: { key: "k", name: "Bob" } });
      return createElement("button", { type: "button", onClick }, data.map(({ name }) => name).join());
    },
    async (request) => {
      if (request.method === "GET") return json(ships);
      ships.push({ id: 2, ...(await request.json()) });
      return json(ships.at(-1), { status: 201 });
    },
  );
  await shows("Ada");
  click();
  await shows("Ada,Bob");
  assert.deepEqual(
    sent.map(({ method }) => method),
    ["GET", "POST", "GET"],
  );
});

test("an infinite query shows page after page", async () => {
  const { shows, click } = render(
    ({ queries }) => {
      const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(queries.listCrew.infiniteQueryOptions());
      const people = data?.pages.flatMap((page) => page.data) ?? [];
      typesAre<typeof people, Person[]>();
      const names = people.map(({ name }) => name).join();
      return createElement(
        "button",
        { type: "button", onClick: () => fetchNextPage() },
        `${names}${hasNextPage ? "…" : "."}`,
      );
    },
    ({ url }) =>
      url.endsWith("?after=Ann")
        ? json([{ name: "Bob" }])
        : json([{ name: "Ann" }], { headers: { Link: '</crew?after=Ann>; rel="next"' } }),
  );
  await shows("Ann…");
  click();
  await shows("Ann,Bob.");
});
