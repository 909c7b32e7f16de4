import { Readable } from "node:stream";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import type { Step } from "../../http/composition/step.ts";
import { contextOf } from "../../http/context.ts";
import type { ExchangeRequest, ExchangeResponse } from "../../http/exchange.ts";
import { discard, sendStream } from "../../http/response/send-content.ts";
import { createSentCheck, type SentFault } from "../../http/sent/sent-check.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";

/** Answers a request elsewhere. */
export type Next = (request: Request) => Response | Promise<Response>;

/** The request that is passed on, with the body that the pipeline has read. */
export type RequestOf = (req: ExchangeRequest) => Promise<Request>;

/** Passes valid requests to `next`, and sends its responses once they conform to the document. */
export function createForward(document: ApiDocument, next: Next, requestOf: RequestOf) {
  return (operation: DocumentOperation, validators: OperationValidators): Step => {
    const check = createSentCheck(document, operation, validators);
    return async (req, res, context) => {
      const response = await next(await requestOf(req));
      const { status, body } = response;
      const headers = headersOf(response);
      const asked = { method: context.method, headers: req.headers };
      const { fault, body: bodyCheck } = check(asked, { status, headers });
      const source = body && Readable.fromWeb(body as never);
      try {
        refuse(fault, res);
      } catch (error) {
        discard(source);
        throw error;
      }
      const bytes = bodyCheck.kind === "whole" && source ? await bytesOf(source) : undefined;
      if (bodyCheck.kind === "whole") refuse(bodyCheck.check(bytes ?? new Uint8Array()), res);
      res.statusCode = status;
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      if (!source || bytes) return void res.end(bytes);
      const checked =
        bodyCheck.kind === "items" ? itemsOf(source, (chunk) => refuse(bodyCheck.check(chunk), res)) : source;
      const contentType = String(headers["content-type"] ?? "");
      return sendStream(res, checked, { isHead: context.isHead === true, contentType });
    };
  };
}

function refuse(fault: SentFault | undefined, res: ExchangeResponse): void {
  if (!fault) return;
  if (!fault.isOfFormat) throw fault.violation;
  contextOf(res).formatFault ??= fault.violation.message;
}

function headersOf({ headers }: Response): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
}

async function bytesOf(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* itemsOf(source: Readable, check: (chunk?: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    check(chunk);
    yield chunk;
  }
  check();
}
