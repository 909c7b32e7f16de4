import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

// `npm run conformance` installs these packages, and the repository's type check runs without them. So they are imported
// by names that the compiler doesn't follow, and described here as far as they are used.

interface ResolverConfig {
  baseUrl: string;
}

/** Text with the server's URL, and with matchers for values that languages write differently. */
interface Resolver {
  serialize(config: ResolverConfig): string;
  resolve(config: ResolverConfig): unknown;
}

export interface MockBody {
  contentType: string;
  rawContent?: string | Buffer | Resolver;
  streamChunks?: Buffer[];
}

export interface MockFile {
  fieldname: string;
  originalname: string;
  buffer: Buffer;
  mimetype: string;
}

export interface MultipartBody {
  kind: "multipart";
  contentType: string;
  parts?: Record<string, unknown>;
  files?: MockFile[];
}

/** One request and its response. */
export interface Exchange {
  kind: "MockApiDefinition";
  method: string;
  uri: string;
  request?: {
    body?: MockBody | MultipartBody;
    query?: Record<string, unknown>;
    headers?: Record<string, unknown>;
    pathParams?: Record<string, unknown>;
  };
  response: { status: number; headers?: Record<string, unknown>; body?: MockBody };
}

interface SpecApi {
  expandDyns<T>(value: T, config: ResolverConfig): T;
  matchValues(actual: unknown, expected: unknown): { pass: boolean; message?: string };
}

export interface OpenApiRecord {
  version?: string;
  document: Record<string, unknown>;
  diagnostics: { severity: string; code: string; message: string }[];
}

type ServiceRecord = OpenApiRecord & { versions?: OpenApiRecord[] };

const modules = new URL("../node_modules/", import.meta.url);
const load = (name: string) => import(name);

export const specs = fileURLToPath(new URL("@typespec/http-specs/specs/", modules));
export const mockApis = new URL("@typespec/http-specs/dist/specs/", modules);
export const spectorScript = fileURLToPath(new URL("@typespec/spector/cmd/cli.mjs", modules));

export async function specApi(): Promise<SpecApi> {
  return load("@typespec/spec-api");
}

/** Versions of the suite and of its OpenAPI emitter. */
export async function typespecVersion(): Promise<string> {
  const versions = ["@typespec/http-specs", "@typespec/openapi3"].map(async (name) => {
    const { version } = JSON.parse(await readFile(new URL(`${name}/package.json`, modules), "utf8"));
    return `${name.slice("@typespec/".length)} ${version}`;
  });
  return (await Promise.all(versions)).join(", ");
}

/** The OpenAPI documents of a TypeSpec file: one per version of each service. */
export async function emitOpenApi(file: string): Promise<OpenApiRecord[]> {
  const [{ compile, NodeHost }, { getOpenAPI3 }] = await Promise.all([
    load("@typespec/compiler"),
    load("@typespec/openapi3"),
  ]);
  const program = await compile(NodeHost, file, { noEmit: true });
  return withoutObjectLength(async () => {
    const records: ServiceRecord[] = await getOpenAPI3(program, { "openapi-versions": ["3.2.0"] });
    return records.flatMap((record) => record.versions ?? [record]);
  });
}

/**
 * The emitter looks up a parameter's examples in a plain object. For a parameter called `constructor` it finds
 * `Object`, mistakes it for a list with one example, and throws.
 */
async function withoutObjectLength<T>(work: () => Promise<T>): Promise<T> {
  const length = Object.getOwnPropertyDescriptor(Object, "length") ?? {};
  Object.defineProperty(Object, "length", { ...length, value: 0 });
  try {
    return await work();
  } finally {
    Object.defineProperty(Object, "length", length);
  }
}
