import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { emitFiles } from "../../toolkit/cli/generate/emit-files.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import type { CallArguments, Returned } from "./facts.ts";
import { returned } from "./returned.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Where the clients of `npm run bench -- --only client` are installed. */
export const installed = path.join(root, "bench/clients");

/** An operation that a client calls. */
export interface Called {
  operationId: string;
  method: string;
  path: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: object }> };
}

/** A folder that a client is generated into. */
export interface Place {
  folder: string;
  /** The file of the document. */
  document: string;
  /** The URL of the document's server. */
  url: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the modules are generated while this runs.
type Generated = any;

export interface Kind {
  name: string;
  /** Writes a client into each folder; undefined if nothing is generated. */
  generate?: (places: Place[], folder: string) => Promise<unknown>;
  /** Operations whose documents it doesn't read, by their paths. */
  refuses?: RegExp;
  /** Where its code finds the packages that it imports. */
  packages: string;
  /** The module's code: it exports what `call` takes. */
  entry: (url: string) => string;
  call: (generated: Generated, operation: Called, given: CallArguments) => Promise<Returned>;
}

const bin = (name: string) => path.join(installed, "node_modules/.bin", name);
const ownPackages = path.join(root, "node_modules");
const theirPackages = path.join(installed, "node_modules");

export const counterpart: Kind = {
  name: "Counterpart",
  packages: ownPackages,
  async generate(places) {
    for (const { folder, document } of places) {
      const { files } = emitFiles(readSpec(document), { dates: "Date" });
      for (const [file, content] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(path.join(folder, file), content);
      }
    }
  },
  entry: (baseUrl) => `import { createApiClient } from "./client.ts";
export const client = createApiClient({ baseUrl: ${JSON.stringify(baseUrl)} });`,
  call: ({ client }, { method, path: template }, { body, headers, types: _, ...params }) =>
    returned(client.request(method, template, { params, headers, ...(body !== undefined && { body }) })),
};

const openapiFetch: Kind = {
  name: "openapi-fetch",
  packages: theirPackages,
  entry: (baseUrl) => `import createClient from "openapi-fetch";
export const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)} });`,
  call: ({ client }, { method, path: template }, { body, headers, types, ...params }) => {
    const { request, response } = types ?? {};
    return returned(
      client.request(method, template, {
        params,
        headers: { ...(request && { "Content-Type": request }), ...headers },
        ...(body !== undefined && { body }),
        ...(response && { parseAs: parseAs(response) }),
      }),
    );
  },
};

const heyApi: Kind = {
  name: "hey-api",
  packages: theirPackages,
  async generate(places, folder) {
    const config = path.join(folder, "openapi-ts.config.mjs");
    const jobs = places.map(({ document, folder: output }) => ({ input: document, output }));
    await writeFile(config, `export default ${JSON.stringify(jobs)};`);
    return run(bin("openapi-ts"), ["-f", config]);
  },
  entry: () => 'export * from "./sdk.gen";',
  call: (generated, { operationId }, { path: segments, query, header, headers, body }) =>
    returned(
      functionOf(generated, operationId)({ path: segments, query, headers: { ...header, ...headers }, body }),
    ),
};

const orval: Kind = {
  name: "orval",
  packages: theirPackages,
  // The style `cookie` of OpenAPI 3.2, and a path parameter that isn't required.
  refuses: /^\/cookie\/cookie\/|^\/parameters\/path\/optional/,
  async generate(places, folder) {
    const config = path.join(folder, "orval.config.mjs");
    const projects = places.map(({ document, folder: place, url }) => {
      const target = path.join(place, "client.ts");
      return { input: document, output: { target, client: "fetch", headers: true, baseUrl: url } };
    });
    await writeFile(config, `export default ${JSON.stringify({ ...projects })};`);
    return run(bin("orval"), ["--config", config]);
  },
  entry: () => 'export * from "./client";',
  call: async (generated, operation, given) => {
    const { status, data } = await functionOf(generated, operation.operationId)(
      ...positional(operation, given),
      ...(given.headers ? [{ headers: given.headers }] : []),
    );
    return status < 400 ? { status, data } : { status, error: data };
  },
};

const redocly: Kind = {
  name: "Redocly",
  packages: theirPackages,
  refuses: /^\/cookie\/cookie\//,
  async generate(places, folder) {
    const config = path.join(folder, "redocly.yaml");
    const apis = places.map(({ document, folder: place }) => ({
      root: document,
      clientOutput: path.join(place, "client.ts"),
      client: { argsStyle: "grouped", errorMode: "result" },
    }));
    await writeFile(config, JSON.stringify({ apis: { ...apis } }));
    return run(path.join(ownPackages, ".bin/redocly"), ["generate-client", "--config", config], {
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
  },
  entry: () => 'export * from "./client";',
  call: (
    generated,
    { operationId, requestBody },
    { path: segments, query, header, cookie, headers, body },
  ) => {
    // Its types ask for FormData where the form's schema is a reference.
    const [form] = Object.values(requestBody?.content ?? {});
    const takesFormData = requestBody?.content?.["multipart/form-data"] && "$ref" in (form?.schema ?? {});
    const value = takesFormData ? formDataOf(body as object) : body;
    const given = { path: segments, query, headers: header, cookies: cookie, body: value };
    const used = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return returned(functionOf(generated, operationId)(used, headers && { headers }));
  },
};

export const otherKinds = [openapiFetch, heyApi, orval, redocly];

/** How openapi-fetch reads a response of a media type. */
function parseAs(mediaType: string): string {
  if (mediaType === "text/event-stream") return "stream";
  if (mediaType.startsWith("text/") || /xml|jsonl/.test(mediaType)) return "text";
  return mediaType.includes("json") ? "json" : "blob";
}

/** The function of an operation: generators write `Pets_list` as `petsList`. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function functionOf(generated: Generated, operationId: string): (...given: any[]) => any {
  const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();
  const name = Object.keys(generated).find((one) => plain(one) === plain(operationId));
  if (name === undefined) throw new Error(`There is no function for ${operationId}.`);
  return generated[name];
}

/** The parts of a form, as Redocly's client makes them of an object: JSON for objects, and each item of a list. */
function formDataOf(values: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      form.append(name, typeof one === "object" && !(one instanceof File) ? JSON.stringify(one) : one);
    }
  }
  return form;
}

/** orval's positional arguments: path parameters, body, query and headers; those that may be left out come last. */
function positional(
  { path: template, parameters = [], requestBody }: Called,
  given: CallArguments,
): unknown[] {
  const segments = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => given.path?.[name]);
  const groups = [
    ...(requestBody ? [{ value: given.body, isRequired: requestBody.required === true }] : []),
    ...(["query", "header"] as const).flatMap((place) => {
      const own = parameters.filter((one) => one.in === place);
      if (own.length === 0) return [];
      return [{ value: given[place], isRequired: own.some(({ required }) => required === true) }];
    }),
  ];
  const values = [true, false].flatMap((wanted) =>
    groups.filter(({ isRequired }) => isRequired === wanted).map(({ value }) => value),
  );
  return [...segments, ...values];
}
