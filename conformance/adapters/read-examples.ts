import { exampleRequests, isJson, type Mock } from "@counterpart/testing";
import type { Example } from "./servers/served.ts";

/** What the mock returns for the example of each operation's request: the document's examples. By operationId. */
export async function readExamples({ document, url }: Mock): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  for (const { operationId, path, ...init } of exampleRequests(document)) {
    const response = await fetch(url + path, init);
    const operation = document.operations.find((one) => one.operationId === operationId);
    const { headers = {} } = operation?.responses[response.status] ?? {};
    const given = Object.entries(headers)
      .filter(([name, { setByServer }]) => setByServer === false && response.headers.has(name))
      .map(([name]) => [name, response.headers.get(name) as string]);
    const text = await response.text();
    const isParsed = isJson(response.headers.get("content-type") ?? "");
    examples[operationId] = {
      status: response.status,
      ...(text !== "" && { body: isParsed ? JSON.parse(text) : text }),
      headers: Object.fromEntries(given),
    };
  }
  return examples;
}
