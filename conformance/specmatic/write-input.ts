import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DocumentOperation } from "../../toolkit/server/document/document.ts";
import { documentFile } from "../proxy/tools/start-tool.ts";
import { type Example, examples } from "./examples.ts";

const key = "key-ada";
const photo = "not really a picture";

export interface Input {
  document: string;
  /** The folder; without it, Specmatic makes all requests up. */
  examples?: string;
}

/**
 * Writes the document and an example file per request, whose response is the one that a correct server sends.
 * @param url of the correct server, whose data this changes
 */
export async function writeInput(
  folder: string,
  url: string,
  operations: DocumentOperation[],
): Promise<Required<Input>> {
  const input = { document: path.join(folder, "openapi.yaml"), examples: path.join(folder, "examples") };
  await writeFile(input.document, withEscapedQuotes(await readFile(documentFile, "utf8")));
  await mkdir(input.examples);
  const photoFile = path.join(folder, "photo.png");
  await writeFile(photoFile, photo);
  for (const [index, example] of examples.entries()) {
    const operation = operations.find(({ operationId }) => operationId === example.operationId);
    if (!operation) throw new Error(`The document has no operation ${example.operationId}.`);
    const file = await exampleFile(example, operation, url, photoFile);
    await writeFile(path.join(input.examples, `${index}-${example.status}.json`), JSON.stringify(file));
  }
  return input;
}

/** Specmatic's library for regular expressions refuses a quote without a backslash. */
function withEscapedQuotes(document: string): string {
  return document.replaceAll(/(?<=pattern: ')[^']+(?=')/g, (pattern) => pattern.replaceAll('"', '\\"'));
}

async function exampleFile(
  example: Example,
  { method, path: template, security, responses }: DocumentOperation,
  url: string,
  photoFile: string,
): Promise<object> {
  const { status, id = "", query, form } = example;
  const address = template.replace(/\{\w+\}/, id);
  const headers = {
    ...(security.length > 0 && { "X-Api-Key": key }),
    ...((example.json !== undefined || example.text !== undefined) && { "Content-Type": "application/json" }),
    ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
    ...example.headers,
  };
  const search = new URLSearchParams(query);
  const sent = { method: method.toUpperCase(), headers, body: bodyOf(example) };
  const response = await fetch(`${url}${address}?${search}`, sent);
  const body = await response.text();
  if (response.status !== status) {
    throw new Error(
      `${example.operationId}: the correct server sent ${response.status}, not ${status}: ${body}`,
    );
  }
  const type = response.headers.get("Content-Type")?.split(";")[0];
  const documented = Object.keys(responses[status]?.headers ?? {}).map((name) => [
    name,
    response.headers.get(name),
  ]);
  const request = {
    ...{ method: sent.method, path: address, headers },
    ...(query && { query }),
    ...(form && { "form-fields": form }),
    ...(example.photo && { "multipart-formdata": partsOf(example.photo, photoFile) }),
    ...(example.json !== undefined && { body: example.json }),
    ...(example.text !== undefined && { body: example.text }),
  };
  return {
    "http-request": request,
    "http-response": {
      status,
      headers: { ...(type && { "Content-Type": type }), ...Object.fromEntries(documented) },
      ...(body !== "" && { body: type?.endsWith("json") ? JSON.parse(body) : body }),
    },
  };
}

function bodyOf({ json, text, form, photo: part }: Example): string | FormData | null {
  if (json !== undefined) return JSON.stringify(json);
  if (form) return new URLSearchParams(form).toString();
  if (!part) return text ?? null;
  const data = new FormData();
  if (part === "missing") data.set("caption", "The left corner");
  else {
    data.set("photo", new Blob([photo]), "photo.png");
    if (part.caption) data.set("caption", part.caption);
  }
  return data;
}

function partsOf(part: NonNullable<Example["photo"]>, photoFile: string): object[] {
  const caption = (content: string) => ({ name: "caption", content });
  if (part === "missing") return [caption("The left corner")];
  return [{ name: "photo", filename: `@${photoFile}` }, ...(part.caption ? [caption(part.caption)] : [])];
}
