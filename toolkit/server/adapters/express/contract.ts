import type { Request, RequestHandler, Response } from "express";
import type { SentJson } from "../../http/sent/sent-json.ts";
import type { Contract, ContractOptions } from "../front/contract-options.ts";
import { createFront, type Front } from "../front/create-front.ts";
import type { ParsedBody, ParsedFile } from "../front/parsed-body.ts";

declare global {
  namespace Express {
    interface Request {
      /** The request as the document describes it; undefined if the document doesn't have it. */
      contract?: Contract;
    }
  }
}

/** Middleware, which can be awaited to have the document's mistakes at the start. */
export type ContractMiddleware = RequestHandler & PromiseLike<RequestHandler>;

/**
 * Puts a document in front of the routes of an Express app (4 or 5), before or after `express.json()` and multer.
 *
 * ```ts
 * app.use(contract({ document: "openapi.yaml", requests: "enforce" }));
 * app.get("/boats", (req, res) => res.json(boats.slice(0, req.contract?.query?.limit)));
 * ```
 */
export function contract(options: ContractOptions): ContractMiddleware {
  const opened = createFront(options);
  // Each request gets the error, as does code that awaits the middleware.
  opened.catch(() => {});
  const middleware: RequestHandler = (req, res, next) => {
    opened.then((front) => pass(front, req, res)).then((isPassing) => isPassing && next(), next);
  };
  // The result of awaiting must not be awaited again.
  const plain: RequestHandler = (req, res, next) => middleware(req, res, next);
  const then: PromiseLike<RequestHandler>["then"] = (done, failed) =>
    opened.then(() => plain).then(done, failed);
  return Object.assign(middleware, { then });
}

async function pass(front: Front, req: Request, res: Response): Promise<boolean> {
  const { originalUrl, url } = req;
  const { isAnswered, contract } = await front({
    req,
    res,
    targets: url === originalUrl ? [url] : [originalUrl, url],
    address: () => req.ip,
    parsed: parsedBody(req),
    watchJson: () => watchJson(res),
  });
  if (isAnswered) return false;
  if (contract) req.contract = contract;
  return true;
}

/** Serializes what `res.json` sends as Express does, so that its check needn't parse the text again. */
function watchJson(res: Response): () => SentJson | undefined {
  const { json } = res;
  let sent: SentJson | undefined;
  res.json = function (this: Response, ...args: [unknown]) {
    const [value] = args;
    const isCustom = ["json escape", "json replacer", "json spaces"].some((name) => this.app.get(name));
    const text = isCustom || args.length > 1 ? undefined : JSON.stringify(value);
    if (text === undefined) return json.apply(this, args);
    if (!this.get("Content-Type")) this.set("Content-Type", "application/json");
    sent = { text, value };
    try {
      return this.send(text);
    } finally {
      sent = undefined;
    }
  };
  return () => sent;
}

/** What parsers have left: nothing, if none has read the body. */
function parsedBody(req: Request): ParsedBody | undefined {
  if (!req.readableDidRead || req.body === undefined) return undefined;
  const { file, files } = req as { file?: ParsedFile; files?: ParsedFile[] | Record<string, ParsedFile[]> };
  return { body: req.body, files: [...(file ? [file] : []), ...Object.values(files ?? []).flat()] };
}
