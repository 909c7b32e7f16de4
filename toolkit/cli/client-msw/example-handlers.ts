/** The documented answers of an operation: examples by status and name, bodies by their index in `parts`. */
export interface ExampleOperation {
  /** In lower case. */
  method: string;
  path: string;
  /** Required parameters that distinguish operations with the same method and path. */
  selectors?: readonly Selector[];
  /** The default status. */
  success: number;
  answers: { [status: number]: ExampleAnswer };
}

interface Selector {
  in: "query" | "header";
  name: string;
  /** Any by default. */
  value?: string;
}

interface ExampleAnswer {
  contentType?: string;
  headers?: number;
  /** The first one is the default. Text stays text. */
  examples: { [name: string]: number };
}

/** The used part of MSW's `http`. */
type Http<Handler> = Record<string, (path: RegExp, respond: Respond) => Handler>;

/** Without a response, MSW tries the next handler. */
type Respond = (info: { request: Request }) => Response | undefined;

interface Options {
  /** The API's URL, or only its path. By default, any origin. */
  baseUrl?: string | undefined;
}

/** Creates MSW handlers from a document's examples. */
export function createExampleHandlers<Handler>(
  http: Http<Handler>,
  operations: Record<string, ExampleOperation>,
  parts: readonly unknown[],
) {
  function handlerFor(
    { method, path, selectors = [], answers }: ExampleOperation,
    [status, name]: [status: number, name: string | undefined],
    { baseUrl }: Options,
  ): Handler {
    const { contentType, headers, examples } = answers[status] ?? { examples: {} };
    const body = parts[examples[name ?? Object.keys(examples)[0] ?? ""] ?? -1];
    const text = typeof body === "string" && !isJson(contentType) ? body : JSON.stringify(body);
    const respond: Respond = ({ request }) => {
      if (!selectors.every((selector) => has(request, selector))) return undefined;
      return new Response([204, 205, 304].includes(status) ? null : text, {
        status,
        headers: { ...(parts[headers ?? -1] as object), ...(contentType && { "Content-Type": contentType }) },
      });
    };
    const add = http[method];
    if (!add) throw new Error(`MSW has no handlers for ${method.toUpperCase()}.`);
    return add(addressOf(path, baseUrl), respond);
  }

  return {
    /**
     * One for each operation, with its success; literal paths come before those with parameters, and of operations with one
     * path those that ask for more.
     */
    all: (options: Options): Handler[] =>
      Object.values(operations)
        .filter(({ method }) => method in http)
        .sort((a, b) => compare(literal(a.path), literal(b.path)) || selectorCount(b) - selectorCount(a))
        .map((operation) => handlerFor(operation, [operation.success, undefined], options)),
    one(id: string, answer: [status: number, name: string | undefined], options: Options): Handler {
      const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
      if (!operation) throw new Error(`The document has no operation ${id}.`);
      return handlerFor(operation, answer, options);
    },
  };
}

function isJson(contentType = ""): boolean {
  return /[/+]json\b/.test(contentType);
}

function selectorCount({ selectors = [] }: ExampleOperation): number {
  return selectors.length;
}

function has({ url, headers }: Request, { in: place, name, value }: Selector): boolean {
  const given = place === "query" ? new URL(url).searchParams.get(name) : headers.get(name);
  return value === undefined ? given !== null : given === value;
}

/** A path without parameter names, sorted by literal text, then parameters, then whole segments. */
function literal(path: string): string {
  return path.replace(/(?<=\/)\{[^}]*\}(?=\/|$)/g, "\uffff").replace(/\{[^}]*\}/g, "\ufffe");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Matches a whole address, without its query: MSW's own patterns read `:` and `*` of a path as something else. */
function addressOf(path: string, baseUrl = ""): RegExp {
  const origin = /^\w+:\/\//.test(baseUrl) ? "" : "\\w+://[^/]+";
  const escaped = (baseUrl.replace(/\/$/, "") + path)
    .split(/\{[^}]*\}/)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${origin}${escaped.join("[^/]+")}$`);
}
