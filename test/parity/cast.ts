import { type ApiDocument, resolve } from "@counterpart/testing";
import type { ParityRequest } from "./request-list.ts";

/** Creates or finds an object on the server, by the name of the parameter or property that takes its id. */
export type Values = Record<string, () => string | Promise<string>>;

/**
 * Replaces ids of the document's examples by ids that exist on the server. The examples share one set of objects:
 * `cartId` is the same in all of them, so a text of an example can be replaced anywhere.
 */
export function caster(
  document: ApiDocument,
  values: Values,
): (request: ParityRequest) => Promise<ParityRequest> {
  const texts = castOf(document);
  return async (request) => {
    let { path, body } = request;
    for (const [text, name] of texts) {
      const value = values[name];
      if (!value || !(path.includes(text) || body?.includes(text))) continue;
      const real = await value();
      path = path.replaceAll(text, real);
      body = body?.replaceAll(text, real);
    }
    return { ...request, path, ...(body !== undefined && { body }) };
  };
}

/** The texts in the examples of parameters and bodies, by their names. */
function castOf(document: ApiDocument): Map<string, string> {
  const cast = new Map<string, string>();
  for (const { parameters, requestBody } of document.operations) {
    for (const { name, example } of parameters) if (typeof example === "string") cast.set(example, name);
    for (const { examples = {} } of Object.values(requestBody?.content ?? {})) {
      for (const example of Object.values(examples)) {
        const { value } = resolve<{ value?: unknown }>(document, example);
        addTexts(cast, value);
      }
    }
  }
  return cast;
}

function addTexts(cast: Map<string, string>, value: unknown): void {
  for (const [name, part] of Object.entries(value ?? {})) {
    if (typeof part === "string") cast.set(part, name);
    else if (typeof part === "object") addTexts(cast, part);
  }
}
