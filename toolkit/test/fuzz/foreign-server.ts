import type { AddressInfo } from "node:net";
import express, { type NextFunction, type Request, type Response } from "express";

interface Shelf {
  id: number;
  name: string;
  width?: number;
}

export interface ForeignServer {
  url: string;
  /** The ids that existed before the first request, as long as they exist. */
  firstIds: () => number[];
  close: () => Promise<void>;
}

const tokens = new Map([
  ["token-1", "one"],
  ["token-2", "two"],
]);
const firstIds = [1, 2, 3];
/** Limits that other frameworks have: Fastify's routes take this many characters for a parameter. */
const longestSegment = 100;

/**
 * A server of plain Express for the foreign document, which answers as frameworks do: 404 in HTML for an unknown method or
 * path, 414 for a long address, a redirect for an encoded slash.
 * @param add routes that come before the others
 */
export async function startForeignServer(
  add: (app: express.Express, shelves: Map<number, Shelf>) => void = () => {},
): Promise<ForeignServer> {
  const app = express().disable("x-powered-by").disable("etag");
  const shelves = new Map(firstIds.map((id) => [id, { id, name: `Shelf ${id}` } as Shelf]));
  let lastId = 3;

  app.use((request, response, next) => {
    if (request.path.split("/").some((part) => part.length > longestSegment)) response.status(414).end();
    else if (/%2f/i.test(request.path)) response.redirect(308, request.path.replace(/%2f/gi, "/"));
    else next();
  });
  add(app, shelves);
  const authenticate = ({ headers }: Request, response: Response, next: NextFunction) => {
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    if (tokens.has(token)) next();
    else response.status(401).json({ error: "No credential." });
  };
  const find = ({ params }: Request, response: Response, next: NextFunction) => {
    const { shelfId = "" } = params;
    if (!/^[1-9]\d*$/.test(String(shelfId))) response.status(400).json({ error: "No id." });
    else if (!shelves.has(Number(shelfId))) response.status(404).json({ error: "No such shelf." });
    else next();
  };
  const read = [express.json({ strict: false }), checkShelf];

  app.get("/shelves", authenticate, ({ query: { limit = "20" } }, response) => {
    const number = Number(limit);
    if (!/^\d+$/.test(String(limit)) || number < 1 || number > 50) {
      response.status(400).json({ error: "No limit." });
      return;
    }
    response.json({ items: [...shelves.values()].slice(0, number) });
  });
  app.post("/shelves", authenticate, read, ({ body }: Request, response: Response) => {
    lastId++;
    shelves.set(lastId, { id: lastId, ...body });
    response.status(201).json(shelves.get(lastId));
  });
  app.get("/shelves/:shelfId", authenticate, find, ({ params }, response) => {
    response.json(shelves.get(Number(params.shelfId)));
  });
  // Looks for the shelf before it reads the body.
  app.put("/shelves/:shelfId", authenticate, find, read, ({ params, body }: Request, response: Response) => {
    const id = Number(params.shelfId);
    shelves.set(id, { id, ...body });
    response.json(shelves.get(id));
  });
  app.delete("/shelves/:shelfId", authenticate, find, ({ params }, response) => {
    shelves.delete(Number(params.shelfId));
    response.status(204).end();
  });
  app.post(
    "/shelves/:shelfId/labels",
    authenticate,
    find,
    express.urlencoded({ extended: false }),
    ({ body = {} }: Request, response: Response) => {
      const { text, stars = "1" } = body;
      if (typeof text !== "string" || text === "" || !/^-?\d+(\.0+)?$/.test(stars)) {
        response.status(400).json({ error: "No label." });
      } else response.status(204).end();
    },
  );
  app.get("/topics/:topic", authenticate, ({ params: { topic = "" } }, response) => {
    if (topic.length > 200) response.status(400).json({ error: "No topic." });
    else response.json({ topic });
  });
  app.use((fault: { status?: number }, _: Request, response: Response, next: NextFunction) => {
    if (fault.status === undefined || fault.status >= 500) next(fault);
    else response.status(fault.status).json({ error: "Unreadable." });
  });

  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    firstIds: () => firstIds.filter((id) => shelves.has(id)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function checkShelf({ body, headers }: Request, response: Response, next: NextFunction) {
  const isJson = headers["content-type"]?.startsWith("application/json");
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const { name, width = 1, ...others } = isObject ? body : {};
  const isName = typeof name === "string" && name !== "" && [...name].length <= 40;
  const isWidth = Number.isInteger(width) && width >= 1 && width <= 500;
  if (isJson && isName && isWidth && Object.keys(others).length === 0) next();
  else response.status(isJson ? 400 : 415).json({ error: "No shelf." });
}
