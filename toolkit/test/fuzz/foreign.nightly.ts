import { gzipSync } from "node:zlib";
import express, { type NextFunction, type Request, type Response } from "express";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { failureReport } from "../../testing/fuzz/report/report.ts";
import { createFuzzer, type Outcome, type RunOptions } from "../../testing/fuzz/run.ts";
import { foreignTarget } from "../../testing/fuzz/target/any-target.ts";
import { foreignDocument } from "./foreign-document.ts";
import { type ForeignServer, startForeignServer } from "./foreign-server.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

type AddRoutes = NonNullable<Parameters<typeof startForeignServer>[0]>;

const document = readDocument(foreignDocument());

async function fuzz(server: ForeignServer, options: Partial<RunOptions> = {}): Promise<Outcome> {
  const sender = createSender(server.url);
  const { target, models } = await foreignTarget({
    document,
    sender,
    credentials: { token: "token-1" },
    otherCredentials: { token: "token-2" },
  });
  try {
    return await createFuzzer(target, models).run({ runs: 600, seed: 7, ...options });
  } finally {
    sender.close();
  }
}

/** Fuzzes a server with routes that come before the others. */
async function foundWith(add: AddRoutes, options?: Partial<RunOptions>): Promise<string[]> {
  const server = await startForeignServer(add);
  onTestFinished(() => server.close());
  const { failures } = await fuzz(server, options);
  return failures.map(({ oracle, message }) => `${oracle}: ${message}`);
}

let server: ForeignServer;
let outcome: Outcome;
beforeAll(async () => {
  server = await startForeignServer();
  outcome = await fuzz(server);
});
afterAll(() => server.close());

test("nothing is found about a correct server", () => {
  const { failures, seed } = outcome;
  const options = { base: server.url, command: "", seed };
  expect(failures.map((failure) => failureReport(failure, options))).toEqual([]);
});

test("answers of the framework are notes, one for each kind", () => {
  expect(outcome.notes.map(({ kind }) => kind)).toEqual([
    "308 that isn't documented",
    "404 instead of 405 for a method that the path doesn't have",
    "414 that isn't documented",
    "foreign-read: GET /shelves/{shelfId} → 200",
  ]);
});

test("a form's field in brackets is a note", async () => {
  const { failures, notes } = await fuzz(server, { check: "addLabel: body/stars type", runs: 100 });
  expect(failures).toEqual([]);
  expect(notes).toMatchObject([
    { kind: "a form's field in brackets, such as caption[value], that is ignored" },
  ]);
});

test("an undocumented method that is answered 200 is found", async () => {
  const found = await foundWith(
    (app) => {
      app.delete("/topics/:topic", (_, response) => void response.json({}));
    },
    { operation: "getTopic", runs: 100 },
  );
  expect(found).toEqual(["undocumented-method: The path has GET, and the server answered DELETE with 200."]);
});

test("ids come from the server's lists and from what the run creates", () => {
  for (const answer of ["getShelf 200", "replaceShelf 200", "removeShelf 204", "addLabel 204"]) {
    expect(outcome.answers[answer], answer).toBeGreaterThanOrEqual(5);
  }
});

test("only what the run created is deleted", () => {
  expect(server.firstIds()).toEqual([1, 2, 3]);
});

test("without a way to create anything, nothing is deleted", async () => {
  const closed = await startForeignServer((app) => {
    app.post("/shelves", (_, response) => void response.status(401).json({ error: "Not you." }));
  });
  onTestFinished(() => closed.close());
  const { answers, skipped } = await fuzz(closed, { runs: 300 });
  expect(closed.firstIds()).toEqual([1, 2, 3]);
  expect(answers).toMatchObject({ "getShelf 200": expect.any(Number) });
  expect(Object.keys(answers).filter((answer) => answer.startsWith("removeShelf"))).toEqual([]);
  expect(skipped).toContain("removeShelf: nothing could be created that it may delete");
});

test("PUT changes only what the run created", async () => {
  const changed = new Set<number>();
  await foundWith(
    (app) => {
      app.put("/shelves/:id", mine, ({ params }, _, next) => {
        changed.add(Number(params.id));
        next("route");
      });
    },
    { operation: "replaceShelf", runs: 300 },
  );
  expect(changed.size).toBeGreaterThan(10);
  expect([1, 2, 3].filter((id) => changed.has(id))).toEqual([]);
});

test("PUT changes what exists if nothing can be created, with a note", async () => {
  const server = await startForeignServer((app) => {
    app.post("/shelves", (_, response) => void response.status(400).json({ error: "No more." }));
  });
  onTestFinished(() => server.close());
  const { notes } = await fuzz(server, { check: "replaceShelf: valid", runs: 20 });
  expect(notes).toMatchObject([
    { kind: "PUT changes what the run didn't create, since it could create nothing" },
  ]);
});

test("a fault that only some of the listed resources have is found", async () => {
  const found = await foundWith(
    (app, shelves) => {
      // A number that isn't found by chance.
      shelves.set(70_001, { id: 70_001, name: "Shelf" });
      app.get("/shelves/70001", mine, (_, response) => void response.json({ id: "70001", name: "Shelf" }));
    },
    { check: "getShelf: valid", runs: 60 },
  );
  expect(found).toEqual(["response-body: The body is wrong: it/id must be integer."]);
});

test("a fault that several checks find is one finding, with the names of the checks", async () => {
  const server = await startForeignServer((app) => {
    app.get("/shelves/:id", mine, (_, response) => void response.json({ id: "3", name: "Shelf 3" }));
  });
  onTestFinished(() => server.close());
  const { failures } = await fuzz(server, { operation: "getShelf" });
  expect(failures).toMatchObject([
    { check: "/shelves/{shelfId}: life cycle", message: "The body is wrong: it/id must be integer." },
  ]);
  expect(failures[0]?.alsoFoundBy).toEqual(expect.arrayContaining(["getShelf: valid", "getShelf: noise"]));
});

test("an undocumented DELETE isn't sent to a collection", async () => {
  let wasCalled = false;
  await foundWith(
    (app) => {
      app.delete("/shelves", (_, response) => {
        wasCalled = true;
        response.status(204).end();
      });
    },
    { check: "/shelves: other methods", runs: 60 },
  );
  expect(wasCalled).toBe(false);
});

test.each<{ rule: string; operation: string; fault: AddRoutes }>([
  {
    rule: "still-there",
    operation: "removeShelf",
    fault: (app) => app.delete("/shelves/:id", mine, (_, response) => void response.status(204).end()),
  },
  {
    rule: "stored-differs",
    operation: "replaceShelf",
    fault: (app) =>
      app.put("/shelves/:id", mine, express.json(), ({ params, body }, response, next) => {
        if (isShelf(body)) response.json({ id: Number(params.id), ...body });
        else next();
      }),
  },
  {
    rule: "limit-exceeded",
    operation: "listShelves",
    fault: (app, shelves) =>
      app.get("/shelves", mine, ({ query }, response, next) => {
        if (/^[1-9]$/.test(String(query.limit))) response.json({ items: [...shelves.values()] });
        else next();
      }),
  },
  {
    rule: "created-not-found",
    operation: "getShelf",
    fault: (app) =>
      app.post("/shelves", mine, express.json(), ({ body }, response, next) => {
        if (isShelf(body)) response.status(201).json({ id: 99_999, ...body });
        else next();
      }),
  },
  {
    rule: "invalid-request",
    operation: "addShelf",
    fault: (app) =>
      app.post("/shelves", mine, express.json(), ({ body }, _, next) => {
        if (typeof body?.width === "string") body.width = Number(body.width);
        next();
      }),
  },
  {
    rule: "if-match-ignored",
    operation: "replaceShelf",
    fault: (app, shelves) => {
      let version = 0;
      app.get("/shelves/:id", mine, ({ params }, response, next) => {
        if (shelves.has(Number(params.id))) response.set("ETag", `"${version}"`);
        next();
      });
      app.put("/shelves/:id", mine, express.json(), ({ params, body }, response, next) => {
        if (!shelves.has(Number(params.id)) || !isShelf(body)) return next();
        version++;
        const shelf = { id: Number(params.id), ...body };
        shelves.set(shelf.id, shelf);
        return response.set("ETag", `"${version}"`).json(shelf);
      });
    },
  },
  {
    rule: "response-body",
    operation: "listShelves",
    fault: (app) =>
      app.get("/shelves", mine, ({ headers }, response, next) => {
        if (!/gzip/.test(headers["accept-encoding"] ?? "")) return next();
        return response.type("json").set("Content-Encoding", "gzip").send(gzipSync('{"items":{}}'));
      }),
  },
  {
    rule: "invalid-request",
    operation: "getShelf",
    fault: (app) =>
      app.get("/shelves/:id", mine, (request, _, next) => {
        request.url = request.url.replace(/^(\/shelves\/[1-9]\d*)[a-z]+$/, "$1");
        next();
      }),
  },
])("$rule is found", async ({ rule, operation, fault }) => {
  expect(await foundWith(fault, { operation, runs: 200 })).toContainEqual(
    expect.stringMatching(`^${rule}: `),
  );
});

/** Leaves requests without a credential to the correct routes. */
function mine({ headers }: Request, _: Response, next: NextFunction) {
  next(headers.authorization === "Bearer token-1" ? undefined : "route");
}

function isShelf(body: unknown): boolean {
  const { name, width = 1, ...others } = body as { name?: unknown; width?: unknown };
  const isName = typeof name === "string" && name !== "" && name.length <= 40;
  return isName && Number.isInteger(width) && Object.keys(others).length === 0;
}
