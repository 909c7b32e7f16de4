import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { emitFiles } from "../../toolkit/cli/generate/emit-files.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import type { Exchange } from "./packages.ts";
import { emitOpenApi, specs } from "./packages.ts";
import { addressOf } from "./scenarios.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema?: Node;
  content?: Record<string, unknown>;
}

export type Node = Record<string, unknown>;

export interface Operation {
  operationId: string;
  method: string;
  /** As in `/pets/{id}`. */
  template: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean };
  /** Schemas by media type. */
  requestContent: Record<string, { schema?: Node; itemSchema?: Node }>;
  /** Schemas of headers, in lower case, by status. */
  responseHeaders: Record<string, Record<string, Node>>;
  /** The findings of `inspect` about it. */
  notes: string[];
}

/** One version of a service, and what the toolkit generates for it. */
export interface Service {
  folder: string;
  document: Node;
  /** Where the generated files are. */
  generated: string;
  operations: Operation[];
  /** The names of the security schemes. */
  schemes: string[];
}

/** The documents of a folder's specification: one for each version of each service. */
export async function emitDocuments(folder: string): Promise<Node[]> {
  const records = await emitOpenApi(path.join(specs, folder, "main.tsp"));
  return records.map(({ version, document }) => ({
    ...document,
    servers: [{ url: serverUrl(document, version) }],
  }));
}

/** Makes the documents of a folder's specification, and generates from each in a separate folder. */
export async function generateServices(folder: string, out: string): Promise<Service[]> {
  const services: Service[] = [];
  for (const [index, document] of (await emitDocuments(folder)).entries()) {
    const generated = path.join(out, folder, String(index));
    await mkdir(generated, { recursive: true });
    const source = path.join(generated, "document.json");
    await writeFile(source, JSON.stringify(document));
    const { raw, files, notes } = emitFiles(readSpec(source));
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(generated, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const reported = notes
      .filter(({ severity }) => severity !== "info")
      .map(({ pointer = "#", message }) => ({ pointer, message }));
    services.push({
      ...{ folder, document, generated },
      operations: operationsOf(raw as unknown as Node, reported),
      schemes: Object.keys((raw.components as Record<string, Node> | undefined)?.securitySchemes ?? {}),
    });
  }
  return services;
}

/** The first server's URL with the scenarios' values for its variables, whose defaults are empty. */
function serverUrl(document: Node, version: string | undefined): string {
  const [server] = (document.servers ?? []) as { url: string }[];
  const url = (server?.url ?? "").replace("{endpoint}", "").replaceAll(/\{\w*[vV]ersion\}/g, version ?? "");
  return url === "" ? "/" : url;
}

function operationsOf(document: Node, notes: { pointer: string; message: string }[]): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, Node>>).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => {
        const pointer = `#/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`;
        const parameters = [
          ...((item.parameters as unknown as Node[]) ?? []),
          ...((operation.parameters as Node[]) ?? []),
        ];
        const body = resolved(document, operation.requestBody as Node | undefined);
        return {
          operationId: operation.operationId as string,
          method,
          template,
          parameters: parameters.map((one) => inlined(document, one) as unknown as Parameter),
          ...(body && { requestBody: body }),
          requestContent: inlined(document, (body?.content ?? {}) as Node) as Operation["requestContent"],
          responseHeaders: mapValues(operation.responses, (response) =>
            Object.fromEntries(
              Object.entries(
                (inlined(document, response) as { headers?: Record<string, Node> }).headers ?? {},
              ).map(([name, header]) => [name.toLowerCase(), header.schema as Node]),
            ),
          ),
          notes: notes.filter((note) => note.pointer.startsWith(pointer)).map(({ message }) => message),
        };
      }),
  );
}

function mapValues<T>(values: unknown, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries((values ?? {}) as Node).map(([key, value]) => [key, change(value)]),
  );
}

function resolved(document: Node, node: Node | undefined): Node | undefined {
  if (typeof node?.$ref !== "string") return node;
  const parts = node.$ref.slice(2).split("/");
  const target = parts.reduce<unknown>(
    (at, part) => (at as Node)[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
  return resolved(document, target as Node);
}

/** References are replaced by their targets, as deep as arguments need. */
function inlined(document: Node, value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(document, one, depth));
  if (typeof value !== "object" || value === null || depth > 8) return value;
  const node = resolved(document, value as Node) as Node;
  return Object.fromEntries(
    Object.entries(node).map(([key, one]) => [key, inlined(document, one, depth + 1)]),
  );
}

export interface Found {
  service: Service;
  operation: Operation;
  /** The raw text at the place of each path parameter. */
  pathValues: Record<string, string>;
}

/** The operations that match an exchange's request, the newest version and the most literal text first. */
export function findOperations(services: Service[], exchange: Exchange): Found[] {
  const [address = ""] = addressOf(exchange).split("?");
  const found = [...services].reverse().flatMap((service) =>
    service.operations.flatMap((operation): Found[] => {
      if (operation.method !== exchange.method) return [];
      const match = templatePattern(operation.template).exec(address);
      if (!match) return [];
      const names = [...operation.template.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
      const pathValues = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""]));
      return [{ service, operation, pathValues }];
    }),
  );
  return found.sort((a, b) => Object.keys(a.pathValues).length - Object.keys(b.pathValues).length);
}

/** Spector leaves out a path's trailing slash. */
function templatePattern(template: string): RegExp {
  const parts = template.split(/\{[^}]*\}/).map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("([^/]*)").replace(/\/$/, "")}/?$`);
}
