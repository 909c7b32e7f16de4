import { InexactInteger } from "@counterpart/client/messages";
import { type BodyShape, bodyReading } from "../document/body-reading.ts";
import type { ApiDocument, OutgoingRequest } from "../document/document.ts";
import { essence, findMediaType } from "../document/media-types.ts";
import { inputDates } from "../http/steps/validate-request.ts";
import { parseExactJson } from "../request/exact-json.ts";
import { parameterReader } from "../request/parameters.ts";
import { formReader, type ReadForm } from "../request/read-form.ts";
import { multipartForm, urlencodedForm } from "../request/sent-form.ts";
import { isTooDeep, tooDeep } from "../validation/nesting.ts";
import type { OperationValidator } from "../validation/operation-validator.ts";
import type { WebhookParts } from "./webhook-types.ts";

/** Why a request was refused. The message is for the sender. */
interface WebhookRefusal {
  status: 400 | 405 | 415;
  message: string;
}

/** Reads and validates a request as a webhook of the document. */
export function webhookReader(
  document: ApiDocument,
  { operation }: OutgoingRequest,
  validator: OperationValidator,
) {
  const readParameters = parameterReader(document, operation);
  const parseDates = inputDates(document, operation);
  const mediaTypes = Object.keys(operation.requestBody?.content ?? {});

  return async (request: Request): Promise<WebhookParts | WebhookRefusal> => {
    try {
      return await read(request);
    } catch (error) {
      if (isTooDeep(error)) return { status: 400, message: tooDeep };
      throw error;
    }
  };

  async function read(request: Request): Promise<WebhookParts | WebhookRefusal> {
    const method = operation.method.toUpperCase();
    if (request.method !== method) return { status: 405, message: `Send ${method}.` };
    const { pathname, search } = new URL(request.url);
    const get = (name: string) => request.headers.get(name) ?? undefined;
    const input = readParameters({ originalUrl: pathname + search, get }, {});
    const bytes = operation.requestBody ? await request.arrayBuffer() : new ArrayBuffer(0);
    const given = request.headers.get("Content-Type") ?? "";
    const bodyType = findMediaType(mediaTypes, given);
    const media = operation.requestBody?.content[bodyType ?? ""] ?? {};
    const shape =
      bodyType === undefined
        ? undefined
        : bodyReading(document, { documented: bodyType, media, sent: given });
    if (bytes.byteLength > 0 && !shape) {
      return { status: 415, message: `Send the body with \`Content-Type: ${mediaTypes.join("` or `")}\`.` };
    }
    const hasBody = bytes.byteLength > 0 && bodyType !== undefined;
    let body: unknown;
    let form: ReadForm | undefined;
    try {
      if (hasBody && shape === "form") form = readForm(bodyType, given, Buffer.from(bytes));
      else if (hasBody)
        body = await parse(shape, new Response(bytes, { headers: { "Content-Type": given } }));
    } catch (error) {
      if (error instanceof InexactInteger) return { status: 400, message: error.message };
      return { status: 400, message: `The body isn't valid ${essence(given)}.` };
    }
    if (form) body = form.value;
    const wrongTypes = (form?.faults ?? []).map(
      ({ pointer = "", message }) => `body.${pointer.slice(1)} ${message}`,
    );
    const whole = { ...input, ...(hasBody && { body }) };
    const invalid = [...wrongTypes, ...(validator.validateRequest(whole, bodyType) ?? [])];
    if (invalid.length > 0) return { status: 400, message: `Invalid request: ${invalid.join("; ")}.` };
    parseDates(whole, bodyType);
    const { query, headers, body: content } = whole;
    if (!hasBody) return { query, headers };
    return { query, headers, body: mediaTypes.length > 1 ? { contentType: bodyType, content } : content };
  }

  function readForm(bodyType: string, contentType: string, bytes: Buffer<ArrayBuffer>): ReadForm {
    const read = formReader(document, operation.requestBody?.content[bodyType] ?? {});
    const isMultipart = essence(contentType) === "multipart/form-data";
    return read(isMultipart ? multipartForm(bytes, contentType) : urlencodedForm(bytes.toString("utf8")));
  }

  function parse(shape: BodyShape | undefined, body: Response): Promise<unknown> {
    if (shape === "json") return body.text().then(parseExactJson);
    return shape === "text" ? body.text() : body.blob();
  }
}
