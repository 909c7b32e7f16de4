import type { ApiDocument, Header, Parameter, Response } from "@counterpart/server/document";
import { serialise } from "./parameter-text.ts";
import { sampleParameter } from "./sample-values.ts";

/** Headers that the server adds to errors by itself. */
const ownHeaders =
  /^(allow|content-(type|length|encoding|language)|retry-after|www-authenticate|x-request-id)$/i;

/** Sample values for the required headers of a documented error that the server doesn't set. */
export function errorHeaders(document: ApiDocument, { headers }: Response): Record<string, string> {
  const required = Object.entries(headers).filter(
    ([name, { required, setByServer }]) => required && !setByServer && !ownHeaders.test(name),
  );
  return Object.fromEntries(
    required.flatMap(([name, header]) => {
      const parameter = headerParameter(name, header);
      const text = serialise(parameter, sampleParameter(document, parameter));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/**
 * Treats a response header as a request header, so that its values are generated and written the same way.
 */
export function headerParameter(name: string, { schema, explode, isJson }: Header): Parameter {
  return {
    name,
    in: "header",
    required: true,
    schema,
    explode,
    ...(isJson && { content: { "application/json": { schema } } }),
  };
}
