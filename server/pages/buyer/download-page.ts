import { pipeline } from "node:stream/promises";
import { addressOf, contextOf } from "@counterpart/server";
import type { Page } from "@counterpart/server/express";
import type { Request, Response } from "express";
import type { Logger } from "pino";
import { fairCalls } from "../../database/concurrency/fair-calls.ts";
import { createPlaces } from "../../database/concurrency/places.ts";
import type { Database } from "../../database/database.ts";
import type { LineAddress } from "../../database/queries/downloads/links.ts";
import {
  downloadsPath,
  isDownloadable,
  isDownloadToken,
  type ProductFile,
} from "../../domain/product-file.ts";
import type { ProductFiles } from "../../merchants/downloads/product-files.ts";
import { endSlow } from "./end-slow.ts";
import { type CountLinkRequest, sendLinkPage } from "./link-pages.ts";

interface DownloadPageParts {
  services: {
    database: Pick<Database, "downloads" | "orders" | "productFiles">;
    files?: Pick<ProductFiles, "read"> | undefined;
  };
  countRequest: CountLinkRequest;
  log: Logger;
}

interface Download {
  token: string;
  line: LineAddress;
  file: ProductFile;
}

/** Each one that runs has about 2 MB in memory. Programs that download in parts send several for one link. */
const maxAtOnce = { all: 50, ofStore: 25, ofLink: 3 };

/** Serves the files that buyers paid for. The address is the credential: it is random, and expires. */
export function downloadPage({ services: { database, files }, countRequest, log }: DownloadPageParts): Page {
  const lookUps = fairCalls({
    ...{ maxRunning: 4, maxWaitingPerGroup: 30, maxWaiting: 100, timeoutMs: 2000 },
    refusal: () => new Error("Too many concurrent downloads are looked up."),
  });
  const places = createPlaces(maxAtOnce.all);

  async function find(token: string): Promise<Download | undefined> {
    if (!isDownloadToken(token)) return undefined;
    const line = await database.downloads.findLink(token);
    const order = line && (await database.orders.find(line));
    // The money may have gone back since the address was made.
    if (!line || !order || !isDownloadable(order)) return undefined;
    const file = await database.productFiles.find(line);
    return file && { token, line, file };
  }

  async function send(req: Request, res: Response, { token, line, file }: Download): Promise<void> {
    if (!files) return sendLinkPage(req, res, "downloadGone");
    // An id's content never changes.
    const tag = `"${file.id}"`;
    res.set("ETag", tag);
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    const ranges = isOfVersion(req, tag) ? req.range(file.bytes, { combine: true }) : undefined;
    if (ranges === -1) {
      res.status(416).set("Content-Range", `bytes */${file.bytes}`).end();
      return;
    }
    const [asked] = Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 ? ranges : [];
    const { start, end } = asked ?? { start: 0, end: file.bytes - 1 };
    if (asked) res.status(206).set("Content-Range", `bytes ${start}-${end}/${file.bytes}`);
    res.attachment(file.name);
    res.set({ "Accept-Ranges": "bytes", "Content-Length": String(end - start + 1) });
    res.set({
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    });
    if (req.method === "HEAD") {
      res.end();
      return;
    }
    const sent = { token, bytes: end - start + 1, fileBytes: file.bytes };
    if (await database.downloads.begin(sent)) await database.downloads.count(line);
    const stop = endSlow(res);
    try {
      await pipeline(files.read(file, { start, end }), res);
    } finally {
      stop();
    }
  }

  return {
    method: "GET",
    path: `${downloadsPath}/{token}`,
    handler: async (req, res) => {
      res.set({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
      if (!(await countRequest(req, res))) return;
      let freePlace: (() => void) | undefined;
      try {
        const token = contextOf(res).pathParams.token ?? "";
        const download = await lookUps(addressOf(req), () => find(token));
        if (!download) return await sendLinkPage(req, res, "downloadGone");
        const { storeId } = download.line;
        freePlace = places.take({ [token]: maxAtOnce.ofLink, [storeId]: maxAtOnce.ofStore });
        if (!freePlace) return await sendBusy(req, res);
        await send(req, res, download);
      } catch (err) {
        if ((err as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE") return;
        log.error({ err }, "a download failed");
        if (res.headersSent) res.destroy();
        else await sendBusy(req, res);
      } finally {
        freePlace?.();
      }
    },
  };
}

/** Whether a range is of this version (RFC 9110, 13.1.5). A date never is, since files have none. */
function isOfVersion(req: Request, tag: string): boolean {
  const wanted = req.get("If-Range");
  return wanted === undefined || wanted.trim() === tag;
}

async function sendBusy(req: Request, res: Response): Promise<void> {
  for (const name of res.getHeaderNames()) if (/^(content-|accept-|etag$)/.test(name)) res.removeHeader(name);
  res.set("Retry-After", "30");
  await sendLinkPage(req, res, "busy");
}
