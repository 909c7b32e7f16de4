import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import express, { type Request, type Response } from "express";
import type { ApiDocument } from "../document/document.ts";

/**
 * The request and response classes of our own servers, with Express's methods. Express would instead change
 * each request's prototype and run its router, a fifth of a request's CPU time.
 */
export class ExchangeRequest extends IncomingMessage {
  /** Set for the call of a tool: the document of its operation. */
  declare toolsOf?: ApiDocument;
}

/** The document of the operation that a tool calls; undefined for requests from outside. */
export function calledDocument(req: IncomingMessage): ApiDocument | undefined {
  return req instanceof ExchangeRequest ? req.toolsOf : undefined;
}

export class ExchangeResponse extends ServerResponse<ExchangeRequest> {}

Object.defineProperties(ExchangeRequest.prototype, Object.getOwnPropertyDescriptors(express.request));
Object.defineProperties(ExchangeResponse.prototype, Object.getOwnPropertyDescriptors(express.response));

/** Answers an Express request. */
export type Answer = (req: Request, res: Response) => void;

/**
 * An Express app that passes every request to `answer`. Other servers and Express apps can mount it.
 * @param trustProxy number of trusted proxies that forward the client's address
 */
export function expressApp(answer: Answer, trustProxy = 0): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("query parser", "extended");
  app.set("trust proxy", trustProxy);
  app.use((req, res) => answer(req, res));
  return (req, res) => {
    if (!(req instanceof ExchangeRequest)) return app(req, res);
    const [request, response] = [req as Request, res as unknown as Response];
    request.app = response.app = app;
    request.res = response;
    request.originalUrl = request.url;
    request.baseUrl = "";
    response.locals = {};
    answer(request, response);
  };
}
