import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import express, { type NextFunction, type Request, type Response } from "express";
import multer from "multer";
import { faultOfInput, faultOfPatch, faultOfPhoto, faultOfQuote, isDate, readListQuery } from "./checks.ts";
import { parseExactly, stringifyExactly } from "./exact-json.ts";
import { callers, createParcels, depots, guessed, type Parcel } from "./parcels.ts";
import { quoteOf, spoilDepot, spoilDepots, spoilList, spoilParcel, spoilText } from "./spoil.ts";

class Refusal extends Error {
  status: number;
  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

/** A small service with one of the faults of `faults.ts`, or none. */
export function createApp(fault: string) {
  const app = express().disable("x-powered-by").disable("etag");
  const parcels = createParcels(fault);
  const readBytes = express.raw({ type: () => true, limit: "1mb" });

  const upload = multer().single("photo");
  // Multer's own errors have no status.
  const readPhoto = (req: Request, res: Response, next: NextFunction) =>
    upload(req, res, (error?: unknown) =>
      error ? next(new Refusal(400, "This is not a form with a photo.")) : next(),
    );

  app.use((_req, res, next) => {
    res.set("X-Request-Id", randomUUID());
    next();
  });

  function caller(req: Request): string {
    const key = req.get("X-Api-Key");
    const name = callers.get(key ?? "");
    const isReadOfOne = req.route.path === "/parcels/:id" && req.method === "GET";
    if (!name && fault === "no-key-check" && isReadOfOne) return "ada";
    if (!name && fault === "no-key-on-delete" && req.method === "DELETE") return "ada";
    if (!name && key && fault === "accepts-any-key" && isReadOfOne) return "ada";
    if (!name) throw new Refusal(fault === "status-403-for-401" ? 403 : 401, "This key is unknown.");
    return name;
  }

  function findRow(req: Request) {
    const id = String(req.params.id);
    const name = caller(req);
    if (!/^pcl_\d{4}$/.test(id)) throw new Refusal(400, "This is not the id of a parcel.");
    const row = parcels.find(name, id);
    if (!row)
      throw new Refusal(
        fault === "missing-is-500" && req.path.endsWith("/label") ? 500 : 404,
        "No such parcel.",
      );
    return row;
  }

  function readJson(req: Request, type: string): Partial<Parcel> {
    const text = req.body instanceof Buffer ? req.body.toString() : "";
    if (fault === "accepts-text-plain" && req.is("text/plain")) return guessed;
    if (!req.is(type)) throw new Refusal(415, `Send ${type}.`);
    try {
      return parseExactly(text) as Partial<Parcel>;
    } catch {
      if (fault === (text === "" ? "accepts-no-body" : "accepts-broken-json")) return guessed;
      throw new Refusal(400, "This is not JSON.");
    }
  }

  function refuseIf(problem: string | undefined): void {
    if (problem) throw new Refusal(fault === "status-422-for-400" ? 422 : 400, problem);
  }

  function sendParcel(res: Response, parcel: Parcel, etag: string): void {
    if (fault !== "no-etag") res.set("ETag", etag);
    res.type("application/json").send(Buffer.from(stringifyExactly(parcel)));
  }

  app.get("/parcels", (req, res) => {
    const name = caller(req);
    const query = readListQuery(new URL(req.url, "http://localhost").searchParams, fault);
    if (!query) throw new Refusal(400, "A parameter is wrong.");
    if (fault === "quote-is-500" && query.city?.includes("'")) throw new Error("syntax error at or near L");
    const page = spoilList(parcels.list(name, query), fault);
    res.set("RateLimit-Remaining", fault === "rate-limit-in-words" ? "many" : "99");
    res.set("Vary", "Accept-Encoding").type("application/json");
    let json = stringifyExactly(page);
    if (fault === "warning-before-json") json = `<br />\n<b>Warning</b>: Undefined index\n${json}`;
    if (!req.acceptsEncodings("gzip")) return res.send(Buffer.from(json));
    if (fault === "gzip-with-wrong-type") json = json.replaceAll('"express":true', '"express":"yes"');
    const zipped = fault === "gzip-in-name-only" ? Buffer.from(json) : gzipSync(json);
    res.set("Content-Encoding", "gzip");
    return res.send(fault === "gzip-cut-short" ? zipped.subarray(0, -12) : zipped);
  });

  app.post("/parcels", readBytes, (req, res) => {
    const name = caller(req);
    const input = readJson(req, "application/json");
    refuseIf(faultOfInput(input, fault));
    if (fault === "emoji-is-500" && /[\u{10000}-\u{10ffff}]/u.test(input.sender ?? ""))
      throw new Error("Incorrect string value");
    const row = parcels.create(name, input);
    const { id } = row.parcel;
    const location = fault === "location-leads-nowhere" ? `/parcels/pcl_9${id.slice(5)}` : `/parcels/${id}`;
    if (fault !== "no-location") res.set("Location", location);
    res.set("ETag", parcels.etag(row)).type("application/json");
    const json = stringifyExactly(row.parcel);
    const statuses: Record<string, number> = { "status-202-for-201": 202, "status-200-for-201": 200 };
    res.status(statuses[fault] ?? 201).send(Buffer.from(fault === "body-sent-twice" ? json + json : json));
  });

  app.get("/parcels/:id", (req, res) => {
    const row = findRow(req);
    if (req.method === "HEAD" && fault === "head-is-404") throw new Refusal(404, "No such page.");
    if (fault === "no-request-id") res.removeHeader("X-Request-Id");
    if (fault === "request-id-is-number") res.set("X-Request-Id", "17");
    let etag = parcels.etag(row);
    if (fault === "etag-always-changes") etag = `"${randomUUID()}"`;
    if (fault === "etag-without-quotes") etag = etag.replaceAll('"', "");
    if (fault === "head-has-other-etag" && req.method === "HEAD") etag = '"head"';
    res.set("ETag", etag).type("application/json");
    const known = req.get("If-None-Match");
    if (known && (known === etag || fault === "always-304")) return res.status(304).end();
    if (fault === "html-for-json") res.type("text/html");
    return res.send(spoilText(stringifyExactly(spoilParcel(row.parcel, fault)), fault));
  });

  app.put("/parcels/:id", readBytes, (req, res) => {
    const row = findRow(req);
    const input = readJson(req, "application/json");
    refuseIf(faultOfInput(input, fault));
    const wanted = req.get("If-Match");
    if (wanted && wanted !== parcels.etag(row) && fault !== "if-match-ignored")
      throw new Refusal(412, "It has changed.");
    const answer = parcels.replace(row, input);
    if (!answer) throw new Refusal(404, "Nothing has changed.");
    sendParcel(res, answer, parcels.etag(row));
  });

  app.patch("/parcels/:id", readBytes, (req, res) => {
    const row = findRow(req);
    const patch = readJson(req, "application/merge-patch+json");
    refuseIf(faultOfPatch(patch, fault));
    const answer = parcels.update(row, patch);
    sendParcel(res, answer, parcels.etag(row));
  });

  app.delete("/parcels/:id", (req, res) => {
    parcels.remove(findRow(req));
    if (fault === "status-200-for-204") res.json({ deleted: true });
    else res.status(204).end();
  });

  app.get("/parcels/:id/label", (req, res) => {
    const { name, street, city } = findRow(req).parcel.recipient;
    const label = `${name}\n${street}\n${city}\n`;
    res.type("text/plain");
    if (fault === "connection-cut") {
      res.set("Content-Length", "400").write(label);
      setImmediate(() => res.destroy());
    } else res.send(Buffer.from(label, fault === "latin1-text" ? "latin1" : "utf8"));
  });

  app.post("/parcels/:id/photos", readPhoto, (req, res) => {
    findRow(req);
    const bytes = req.file?.size;
    const caption = req.body?.caption ?? null;
    refuseIf(faultOfPhoto({ bytes, caption }, fault));
    res.status(201).json({ bytes: bytes ?? 1, caption });
  });

  app.post("/quotes", readBytes, (req, res) => {
    caller(req);
    if (!req.is("application/x-www-form-urlencoded")) throw new Refusal(415, "Send a form.");
    const form = new URLSearchParams(String(req.body));
    refuseIf(faultOfQuote(form, fault));
    const json = JSON.stringify(quoteOf(Number(form.get("weightKg")), fault));
    res
      .type("application/json")
      .send(fault === "nan-in-json" ? json.replace(/"price":[\d.]+/, '"price":NaN') : json);
  });

  app.get("/reports/daily", (req, res) => {
    caller(req);
    const { date } = req.query;
    const isLeft = date === undefined && fault === "accepts-missing-date";
    const isTaken = date !== undefined && fault === "accepts-bad-date";
    if (!isLeft && !isTaken && !isDate(date)) throw new Refusal(400, "date is wrong.");
    if (fault === "json-for-csv") return res.json([{ status: "registered", parcels: 2 }]);
    const csv = "status,parcels\nregistered,2\ndelivered,2\n";
    return res.type("text/csv").send(fault === "csv-with-semicolons" ? csv.replaceAll(",", ";") : csv);
  });

  app.get("/depots", (_req, res) => {
    const json = JSON.stringify(spoilDepots(depots, fault));
    // Express has a type for every Buffer that is sent, so this one is written.
    if (fault === "no-content-type") res.end(json);
    else res.type("application/json").send(fault === "json-with-bom" ? `\uFEFF${json}` : json);
  });

  app.get("/depots/:id", (req, res) => {
    const id = fault === "accepts-bad-path" ? Number.parseInt(req.params.id, 10) : Number(req.params.id);
    if (!Number.isInteger(id) || id < 1) throw new Refusal(400, "This is not the number of a depot.");
    const depot = depots.find((one) => one.id === id);
    if (!depot) throw new Refusal(404, "No such depot.");
    res.json(spoilDepot(depot, fault));
  });

  if (fault === "undocumented-method") app.delete("/depots/:id", (_req, res) => void res.status(204).end());
  if (fault === "undocumented-path") app.get("/admin/parcels", (_req, res) => void res.json({ parcels: 7 }));

  // Express knows it by its four parameters.
  app.use((error: Error & { status?: number }, _req: Request, res: Response, _next: NextFunction) => {
    const status = error.status ?? 500;
    res.status(status);
    if (fault === "html-error" && status === 404) return res.send("<h1>Not Found</h1>");
    const problem = {
      type: "about:blank",
      title: status === 500 ? "Internal error." : error.message,
      status,
    };
    const body = fault === "other-error-body" && status === 404 ? { error: error.message } : problem;
    return res.type("application/problem+json").send(JSON.stringify(body));
  });

  return app;
}
