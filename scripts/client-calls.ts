import { isBinary } from "../server/http/binary.ts";
import { gather } from "../server/http/coerce.ts";
import {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  type Parameter,
  resolve,
  type Schema,
} from "../server/http/document.ts";
import { essence } from "../server/http/media-type.ts";

/** What a call needs that openapi-fetch doesn't do by itself. */
interface SpecialCall {
  /** Query parameters in other styles than openapi-fetch's own. */
  query?: Record<string, string>;
  /** The path with the styles of its parameters, as openapi-fetch wants to read them. */
  path?: string;
  /** The media type of a body that isn't JSON. */
  body?: string;
  /** How an answer is read that isn't JSON. */
  parseAs?: "text" | "blob";
  cookies?: true;
}

/** A table of the calls that openapi-fetch alone would get wrong, as source; undefined when there are none. */
export function specialCalls(document: ApiDocument): string | undefined {
  const lines = document.operations.flatMap((operation) => {
    const special = specialCall(document, operation);
    const name = `${operation.method.toUpperCase()} ${operation.path}`;
    return Object.keys(special).length > 0
      ? [`  ${JSON.stringify(name)}: ${JSON.stringify(special)},\n`]
      : [];
  });
  if (lines.length === 0) return undefined;
  return `/** What the document asks of some calls beyond openapi-fetch's own ways. */
const specials: Record<string, Special> = {
${lines.join("")}};
`;
}

function specialCall(document: ApiDocument, operation: DocumentOperation): SpecialCall {
  const { parameters, requestBody, responses } = operation;
  const inQuery = parameters.filter(({ in: place }) => place === "query");
  const query = inQuery.flatMap((parameter) => {
    const style = queryStyle(document, parameter);
    return style === undefined ? [] : [[parameter.name, style]];
  });
  const path = styledPath(document, operation);
  const body = otherThanJson(requestBody?.content);
  const [success] = Object.keys(responses)
    .filter((status) => status.startsWith("2"))
    .sort();
  const answer = otherThanJson(responses[success ?? "default"]?.content);
  return {
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(path !== operation.path && { path }),
    ...(body !== undefined && { body }),
    ...(answer !== undefined && {
      parseAs: isText(answer, responses[success ?? ""]?.content[answer]?.schema),
    }),
    ...(parameters.some(({ in: place }) => place === "cookie") && { cookies: true as const }),
  };

  function isText(type: string, schema: Schema | undefined): "text" | "blob" {
    if (schema && isBinary(resolve<Schema>(document.raw, schema))) return "blob";
    return /^text\/|[/+]xml$|x-www-form-urlencoded$/.test(essence(type)) ? "text" : "blob";
  }
}

/** The first media type, when none of them is JSON. */
function otherThanJson(content: Record<string, MediaType> = {}): string | undefined {
  const types = Object.keys(content);
  const hasJson = types.some((type) => /[/+]json$/.test(essence(type)) || essence(type) === "*/*");
  return hasJson ? undefined : types[0];
}

/** openapi-fetch writes lists as `a=1&a=2`, and objects as `a[b]=1` unless there are others within. */
function queryStyle(
  document: ApiDocument,
  { schema, style = "form", explode, content }: Parameter,
): string | undefined {
  if (content)
    return Object.keys(content).some((type) => /[/+]json$/.test(essence(type))) ? "json" : undefined;
  const { types } = gather(document, schema);
  const isSpread = explode ?? style === "form";
  if (types.has("array")) return isSpread ? undefined : style;
  if (types.has("object")) return style === "form" && isSpread ? "spread" : style;
  return undefined;
}

function styledPath(document: ApiDocument, { path, parameters }: DocumentOperation): string {
  return path.replace(/\{([^}]+)\}/g, (template, name) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    if (!parameter) return template;
    const mark = parameter.style === "label" ? "." : parameter.style === "matrix" ? ";" : "";
    const { types } = gather(document, parameter.schema);
    const star = parameter.explode && (types.has("array") || types.has("object")) ? "*" : "";
    return `{${mark}${name}${star}}`;
  });
}

/** The code that acts on the table. */
export const runtimeSource = `interface Special {
  query?: Record<string, string>;
  path?: string;
  body?: string;
  parseAs?: "text" | "blob";
  cookies?: boolean;
}

interface Init {
  params?: { query?: Record<string, unknown>; cookie?: Record<string, unknown> };
  headers?: ClientOptions["headers"];
}

function prepared(method: string, path: string, init: Init = {}): [string, object] {
  const { query, path: styled = path, body, parseAs, cookies } = specials[\`\${method} \${path}\`] ?? {};
  const cookie = cookies ? Object.entries(init.params?.cookie ?? {}).map(([name, value]) => \`\${name}=\${encodeURIComponent(String(value))}\`) : [];
  const headers = mergeHeaders(
    body !== undefined && body !== "multipart/form-data" ? { "Content-Type": body } : undefined,
    cookie.length > 0 ? { Cookie: cookie.join("; ") } : undefined,
    init.headers,
  );
  return [
    styled,
    {
      ...(parseAs && { parseAs }),
      ...(query && { querySerializer: (values: Record<string, unknown>) => serializeQuery(values, query) }),
      ...(body !== undefined && { bodySerializer: (value: unknown) => serializeBody(body, value) }),
      ...init,
      headers,
    },
  ];
}

function serializeQuery(values: Record<string, unknown>, styles: Record<string, string>): string {
  const parts = Object.entries(values).flatMap(([name, value]) => {
    const style = styles[name];
    if (value === undefined || value === null) return [];
    if (style === undefined) return [createQuerySerializer()({ [name]: value })];
    const key = encodeURIComponent(name);
    if (style === "json") return [\`\${key}=\${encodeURIComponent(JSON.stringify(value))}\`];
    if (style === "deepObject") return deepObject(key, value);
    const entries = Object.entries(value);
    if (style === "spread") return entries.map((pair) => pair.map((text) => encodeURIComponent(String(text))).join("="));
    const texts = (Array.isArray(value) ? value : entries.flat()).map((text) => encodeURIComponent(String(text)));
    return [\`\${key}=\${texts.join(style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",")}\`];
  });
  return parts.filter((part) => part !== "").join("&");
}

/** \`filter[price][min]=1&filter[kinds]=a&filter[kinds]=b\` */
function deepObject(key: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => deepObject(key, one));
  if (typeof value !== "object") return [\`\${key}=\${encodeURIComponent(String(value))}\`];
  return Object.entries(value).flatMap(([name, one]) => deepObject(\`\${key}[\${encodeURIComponent(name)}]\`, one));
}

function serializeBody(mediaType: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Blob || value instanceof FormData) return value;
  const entries = Object.entries(value).flatMap(([name, one]) => [one].flat().map((part) => [name, part] as const));
  const text = (part: unknown) => (typeof part === "object" ? JSON.stringify(part) : String(part));
  if (mediaType === "application/x-www-form-urlencoded") {
    return new URLSearchParams(entries.map(([name, part]): [string, string] => [name, text(part)]));
  }
  if (mediaType !== "multipart/form-data") return value;
  const form = new FormData();
  for (const [name, part] of entries) {
    if (part instanceof Blob) form.append(name, part);
    else if (part !== undefined) form.append(name, text(part));
  }
  return form;
}
`;
