import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  type ApiDocument,
  type Response as Documented,
  type DocumentOperation,
  resolve,
} from "../../server/http/document.ts";

/** One exchange, as the document sees it. */
export interface Exchange {
  method: string;
  path: string;
  operation?: DocumentOperation;
  requestBody: string | undefined;
  requestHeaders: Record<string, string>;
  status: number;
  mediaType: string | undefined;
  body: unknown;
  headers: Record<string, string>;
}

export interface CheckingFetch {
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  exchanges: Exchange[];
}

type Validator = (value: unknown) => string | undefined;

/**
 * A fetch that holds every answer to the document: the status must be documented for the operation, the media type
 * too, the body must fit its schema, every required header must be there and every documented one fit. It throws on
 * the first answer that doesn't. Where no operation is, `x-unmatched` says what may be answered.
 */
export function checkingFetch(
  document: ApiDocument,
  onExchange: (exchange: Exchange) => void = () => {},
): CheckingFetch {
  const validatorOf = schemaValidator(document);
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    async fetch(input, init) {
      const request = new Request(input, init);
      const requestBody = request.body ? await request.clone().text() : undefined;
      const response = await fetch(request);
      const text = await response.clone().text();
      const { pathname } = new URL(request.url);
      const operation = operationFor(document, request.method, pathname);
      const mediaType = response.headers.get("content-type")?.split(";")[0]?.trim();
      const exchange: Exchange = {
        method: request.method,
        path: pathname,
        ...(operation && { operation }),
        requestBody,
        requestHeaders: Object.fromEntries(request.headers),
        status: response.status,
        mediaType,
        body: parsed(text, mediaType),
        headers: Object.fromEntries(response.headers),
      };
      exchanges.push(exchange);
      onExchange(exchange);
      const faults = faultsOf(document, exchange, text, validatorOf);
      if (faults.length > 0) {
        const where = `${request.method} ${pathname} → ${response.status}`;
        throw new Error(
          `${where} isn't what the document says:\n${faults.map((fault) => `- ${fault}`).join("\n")}\n${text}`,
        );
      }
      return response;
    },
  };
}

/** The operation that answers a request; HEAD is answered as GET. Literal paths win over templates. */
export function operationFor(
  document: ApiDocument,
  method: string,
  pathname: string,
): DocumentOperation | undefined {
  const wanted = method === "HEAD" ? "get" : method.toLowerCase();
  const fitting = document.operations.filter(({ path }) => toPattern(path).test(pathname));
  const parameters = ({ path }: DocumentOperation) => path.split("{").length;
  const nearest = Math.min(...fitting.map(parameters));
  return fitting.find((operation) => parameters(operation) === nearest && operation.method === wanted);
}

function toPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{[^}]+\}/g, "[^/]+")}$`);
}

/** Everything about an answer that the document doesn't say. */
function faultsOf(
  document: ApiDocument,
  exchange: Exchange,
  text: string,
  validatorOf: (schema: object) => Validator,
): string[] {
  const { operation, status, mediaType, method } = exchange;
  const responses = operation ? operation.responses : document.unmatched;
  const documented = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
  if (!documented) {
    const of = operation ? operation.operationId : "an address without operation";
    return [`${status} is not documented for ${of} (${Object.keys(responses).join(", ")} are).`];
  }
  const faults = headerFaults(documented, exchange, validatorOf);
  const mediaTypes = Object.keys(documented.content);
  if (method === "HEAD" || mediaTypes.length === 0) {
    if (text !== "") faults.push("It has a body, though none is documented.");
    return faults;
  }
  const content = mediaType === undefined ? undefined : documented.content[mediaType];
  if (!content)
    return [...faults, `The media type is ${mediaType}, documented is ${mediaTypes.join(" or ")}.`];
  if (content.schema && /[/+]json$/.test(mediaType ?? "")) {
    const fault = validatorOf(content.schema)(exchange.body);
    if (fault) faults.push(`body: ${fault}`);
  }
  return faults;
}

function headerFaults(
  { headers }: Documented,
  exchange: Exchange,
  validatorOf: (schema: object) => Validator,
): string[] {
  return Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const text = exchange.headers[name.toLowerCase()];
    if (text === undefined) return required ? [`The header ${name} is missing.`] : [];
    const value = schema.type === "integer" || schema.type === "number" ? Number(text) : text;
    const fault = validatorOf(schema)(value);
    return fault ? [`header ${name} (${text}): ${fault}`] : [];
  });
}

function schemaValidator(document: ApiDocument): (schema: object) => Validator {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document.raw, "document");
  const compiled = new Map<object, Validator>();
  return (schema) => {
    const known = compiled.get(schema);
    if (known) return known;
    const validate = ajv.compile(absolute(resolve(document.raw, schema)) as object);
    const validator: Validator = (value) =>
      validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: "it" });
    compiled.set(schema, validator);
    return validator;
  };
}

/** References that lead from a cut-out schema back into the document. */
function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute);
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" ? value.replace(/^#/, "document#") : absolute(value),
    ]),
  );
}

function parsed(text: string, mediaType: string | undefined): unknown {
  if (!/[/+]json$/.test(mediaType ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
