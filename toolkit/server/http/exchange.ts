import type { RequestListener } from "node:http";
import express, { type Request, type Response } from "express";
import { IncomingMessage, ServerResponse } from "./node-http.ts";

/**
 * What a server makes of each request and its response: they have Express's methods from the beginning, since to change
 * their prototypes later takes longer than to write the response's head.
 */
export class ExchangeRequest extends IncomingMessage {}
export class ExchangeResponse extends ServerResponse<ExchangeRequest> {}

Object.setPrototypeOf(ExchangeRequest.prototype, express.request);
Object.setPrototypeOf(ExchangeResponse.prototype, express.response);

/** Answers a request, which has Express's methods. */
export type Answer = (req: Request, res: Response) => void;

/**
 * Listens as Express would for an app in which nothing but `answer` answers, without its router.
 * @param trustProxy how many trusted proxies forward the client's address
 */
export function expressListener(answer: Answer, trustProxy = 0): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("query parser", "extended");
  app.set("trust proxy", trustProxy);
  return (req, res) => {
    if (!(req instanceof ExchangeRequest)) Object.setPrototypeOf(req, ExchangeRequest.prototype);
    if (!(res instanceof ExchangeResponse)) Object.setPrototypeOf(res, ExchangeResponse.prototype);
    const [request, response] = [req as Request, res as unknown as Response];
    request.app = response.app = app;
    request.res = response;
    request.originalUrl = request.url;
    request.baseUrl = "";
    response.locals = {};
    answer(request, response);
  };
}
