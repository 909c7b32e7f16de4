import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import multipart, { type MultipartFile } from "@fastify/multipart";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { faultOfInput, faultOfPatch, faultOfPhoto, faultOfQuote, isDate, readListQuery } from "./checks.ts";
import { parseExactly, stringifyExactly } from "./exact-json.ts";
import { callers, createParcels, depots, guessed, type Parcel } from "./parcels.ts";
import { quoteOf, spoilDepot, spoilDepots, spoilList, spoilParcel, spoilText } from "./spoil.ts";
import { startForEachFault } from "./start.ts";

interface ById {
  Params: { id: string };
}

/** A field of a form; a list if it is repeated. */
interface Field {
  value?: unknown;
}

function refuse(statusCode: number, title: string): never {
  throw Object.assign(new Error(title), { statusCode });
}

async function createApp(fault: string): Promise<RequestListener> {
  const app = fastify({ genReqId: () => randomUUID() });
  const parcels = createParcels(fault);

  // Fastify answers 415 itself for the types that nothing reads.
  app.removeAllContentTypeParsers();
  const jsonTypes = ["application/json", "application/merge-patch+json"];
  if (fault === "accepts-text-plain") jsonTypes.push("text/plain");
  app.addContentTypeParser(jsonTypes, { parseAs: "string" }, async (req: FastifyRequest, text: string) => {
    if (req.headers["content-type"] === "text/plain") return guessed;
    try {
      return text === "" ? undefined : parseExactly(text);
    } catch {
      return fault === "accepts-broken-json" ? guessed : refuse(400, "This is not JSON.");
    }
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_req: FastifyRequest, text: string) => new URLSearchParams(text),
  );
  await app.register(multipart, { attachFieldsToBody: true });

  app.addHook("onRequest", async (req, reply) => {
    reply.header("x-request-id", req.id);
  });

  app.setErrorHandler((error: Error & { statusCode?: number }, _req, reply) => {
    const status = error.statusCode ?? 500;
    if (fault === "html-error" && status === 404) {
      return reply.code(404).type("text/html; charset=utf-8").send("<h1>Not Found</h1>");
    }
    const title = status === 500 ? "Internal Server Error" : error.message;
    const problem = { type: "/problems/general", title, status };
    const body = fault === "other-error-body" && status === 404 ? { message: title } : problem;
    return reply.code(status).type("application/problem+json").send(body);
  });

  function callerOf(req: FastifyRequest): string {
    const key = String(req.headers["x-api-key"] ?? "");
    const caller = callers.get(key);
    if (caller) return caller;
    const isReadOfOne = req.routeOptions.url === "/parcels/:id" && ["GET", "HEAD"].includes(req.method);
    if (fault === "no-key-check" && isReadOfOne) return "ada";
    if (fault === "accepts-any-key" && isReadOfOne && key !== "") return "ada";
    if (fault === "no-key-on-delete" && req.method === "DELETE") return "ada";
    return refuse(fault === "status-403-for-401" ? 403 : 401, "A key is needed.");
  }

  function rowOf(req: FastifyRequest<ById>) {
    const caller = callerOf(req);
    if (!/^pcl_\d{4}$/.test(req.params.id)) refuse(400, "The id is wrong.");
    const isLabel = req.routeOptions.url === "/parcels/:id/label";
    const row = parcels.find(caller, req.params.id);
    if (!row && fault === "missing-is-500" && isLabel) throw new TypeError("Cannot read 'recipient'");
    return row ?? refuse(404, "There is no such parcel.");
  }

  const badStatus = fault === "status-422-for-400" ? 422 : 400;
  function check(problem: string | undefined): void {
    if (problem) refuse(badStatus, problem);
  }

  function sendParcel(reply: FastifyReply, parcel: unknown, etag: string) {
    if (fault !== "no-etag") reply.header("etag", etag);
    return reply.type("application/json").send(stringifyExactly(parcel));
  }

  app.get("/parcels", async (req, reply) => {
    const caller = callerOf(req);
    const query =
      readListQuery(new URLSearchParams(req.url.split("?")[1]), fault) ?? refuse(400, "The query is wrong.");
    if (fault === "quote-is-500" && query.city?.includes("'")) throw new Error("unterminated string");
    let json = stringifyExactly(spoilList(parcels.list(caller, query), fault));
    if (fault === "warning-before-json") json = `(node:1) Warning: deprecated\n${json}`;
    if (fault === "gzip-with-wrong-type" && req.headers["accept-encoding"])
      json = json.replaceAll("2.125", '"2.125"');
    reply
      .header("ratelimit-remaining", fault === "rate-limit-in-words" ? "unlimited" : 41)
      .type("application/json");
    if (!String(req.headers["accept-encoding"]).includes("gzip")) return reply.send(json);
    reply.header("content-encoding", "gzip").header("vary", "accept-encoding");
    if (fault === "gzip-in-name-only") return reply.send(Buffer.from(json));
    const zipped = gzipSync(json);
    return reply.send(fault === "gzip-cut-short" ? zipped.subarray(0, zipped.length / 2) : zipped);
  });

  app.post("/parcels", async (req, reply) => {
    const caller = callerOf(req);
    const input = (req.body ?? (fault === "accepts-no-body" ? guessed : undefined)) as Partial<Parcel>;
    check(faultOfInput(input, fault));
    if (fault === "emoji-is-500" && /[\u{10000}-\u{10ffff}]/u.test(input.sender ?? ""))
      throw new Error("bad string");
    const row = parcels.create(caller, input);
    const missing = fault === "location-leads-nowhere" ? "/api" : "";
    if (fault !== "no-location") reply.header("location", `${missing}/parcels/${row.parcel.id}`);
    const statuses: Record<string, number> = { "status-202-for-201": 202, "status-200-for-201": 200 };
    const json = stringifyExactly(row.parcel);
    reply
      .code(statuses[fault] ?? 201)
      .header("etag", parcels.etag(row))
      .type("application/json");
    return reply.send(fault === "body-sent-twice" ? `${json}\n${json}` : json);
  });

  app.get<ById>("/parcels/:id", async (req, reply) => {
    const row = rowOf(req);
    if (fault === "head-is-404" && req.method === "HEAD") refuse(404, "Not Found");
    if (fault === "no-request-id") reply.removeHeader("x-request-id");
    if (fault === "request-id-is-number") reply.header("x-request-id", "req-1");
    let etag = parcels.etag(row);
    if (fault === "etag-always-changes") etag = `"${req.id}"`;
    if (fault === "etag-without-quotes") etag = row.parcel.id;
    if (fault === "head-has-other-etag" && req.method === "HEAD") etag = 'W/"0"';
    reply.header("etag", etag);
    const known = req.headers["if-none-match"];
    if (known !== undefined && (known === etag || fault === "always-304")) return reply.code(304).send();
    reply.type(fault === "html-for-json" ? "text/plain" : "application/json");
    return reply.send(spoilText(stringifyExactly(spoilParcel(row.parcel, fault)), fault));
  });

  app.put<ById>("/parcels/:id", async (req, reply) => {
    const row = rowOf(req);
    const input = req.body as Partial<Parcel>;
    check(faultOfInput(input, fault));
    const wanted = req.headers["if-match"];
    if (wanted && wanted !== parcels.etag(row) && fault !== "if-match-ignored")
      refuse(412, "It was changed.");
    const answer = parcels.replace(row, input) ?? refuse(404, "No row was changed.");
    return sendParcel(reply, answer, parcels.etag(row));
  });

  app.patch<ById>("/parcels/:id", async (req, reply) => {
    const row = rowOf(req);
    check(faultOfPatch(req.body, fault));
    const answer = parcels.update(row, req.body as Partial<Parcel>);
    return sendParcel(reply, answer, parcels.etag(row));
  });

  app.delete<ById>("/parcels/:id", async (req, reply) => {
    parcels.remove(rowOf(req));
    return fault === "status-200-for-204" ? reply.send({ ok: true }) : reply.code(204).send();
  });

  app.get<ById>("/parcels/:id/label", async (req, reply) => {
    const { name, street, city } = rowOf(req).parcel.recipient;
    const label = `${name}\n${street}\n${city}\n`;
    if (fault === "connection-cut") {
      reply.raw.writeHead(200, { "Content-Type": "text/plain", "Content-Length": 400 }).write(label);
      setImmediate(() => reply.raw.destroy());
      return reply.hijack();
    }
    return reply
      .type("text/plain; charset=utf-8")
      .send(Buffer.from(label, fault === "latin1-text" ? "latin1" : "utf8"));
  });

  app.post<ById>("/parcels/:id/photos", async (req, reply) => {
    rowOf(req);
    const { photo, caption: field } = (req.body ?? {}) as { photo?: Partial<MultipartFile>; caption?: Field };
    const bytes = (await photo?.toBuffer?.())?.length;
    const caption = field ? (field.value ?? field) : null;
    check(faultOfPhoto({ bytes, caption }, fault));
    return reply.code(201).send({ bytes: bytes ?? 1, caption });
  });

  app.post("/quotes", async (req, reply) => {
    callerOf(req);
    const form = (req.body ?? new URLSearchParams()) as URLSearchParams;
    check(faultOfQuote(form, fault));
    const json = JSON.stringify(quoteOf(Number(form.get("weightKg")), fault));
    return reply
      .type("application/json")
      .send(fault === "nan-in-json" ? json.replace(/:[\d.]+/, ":NaN") : json);
  });

  app.get<{ Querystring: { date?: string } }>("/reports/daily", async (req, reply) => {
    callerOf(req);
    const { date } = req.query;
    if (date === undefined && fault !== "accepts-missing-date") refuse(400, "A date is needed.");
    if (date !== undefined && !isDate(date) && fault !== "accepts-bad-date")
      refuse(400, "The date is wrong.");
    if (fault === "json-for-csv") return { registered: 2 };
    const separator = fault === "csv-with-semicolons" ? ";" : ",";
    return reply.type("text/csv").send(`status${separator}parcels\nregistered${separator}2\n`);
  });

  app.get("/depots", async (_req, reply) => {
    const json = JSON.stringify(spoilDepots(depots, fault));
    if (fault === "no-content-type") {
      reply.raw.end(json);
      return reply.hijack();
    }
    return reply.type("application/json").send(fault === "json-with-bom" ? `\uFEFF${json}` : json);
  });

  app.get<ById>("/depots/:id", async (req) => {
    const id = fault === "accepts-bad-path" ? Number.parseInt(req.params.id, 10) : Number(req.params.id);
    if (!Number.isInteger(id) || id < 1) refuse(400, "The number is wrong.");
    return spoilDepot(depots.find((one) => one.id === id) ?? refuse(404, "There is no such depot."), fault);
  });

  if (fault === "undocumented-method")
    app.delete("/depots/:id", async (_req, reply) => reply.code(204).send());
  if (fault === "undocumented-path") app.get("/admin/parcels", async () => ["pcl_0001", "pcl_0007"]);

  await app.ready();
  return app.routing;
}

await startForEachFault(createApp);
