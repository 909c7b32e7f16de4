import {
  type DocumentOperation,
  essence,
  type MediaType,
  type Parameter,
} from "@counterpart/server/document";
import { generic, indented, literalType, unionOf as unionOfTypes } from "../types/type-text.ts";
import type { FilledTypes } from "./filled-types.ts";

/** An operation in the generated types, as source: `operations["getPet"]`. */
export type OperationType = string;

/**
 * The type of the parameters in one location; undefined if there are none.
 * @param documented their type without the server's defaults
 * @param filled the types with the server's defaults applied
 */
export function parametersType(
  operation: Pick<DocumentOperation, "parameters">,
  place: Parameter["in"],
  documented: string,
  filled?: FilledTypes,
): string | undefined {
  const here = operation.parameters.filter((parameter) => parameter.in === place);
  if (here.length === 0) return undefined;
  const { always, within } = filled?.parameters(operation, place) ?? { always: [], within: new Map() };
  const members = here.flatMap(({ name, required }) => {
    const text = within.get(name);
    return text === undefined ? [] : [`${JSON.stringify(name)}${required ? "" : "?"}: ${text};`];
  });
  const replaced =
    members.length > 0
      ? `Omit<${documented}, ${unionOf([...within.keys()])}> & { ${members.join(" ")} }`
      : documented;
  return always.length > 0
    ? indented(generic("WithDefaults", [replaced, unionOf(always)]), "      ")
    : replaced;
}

function unionOf(names: string[]): string {
  return unionOfTypes(names.map(literalType)).text;
}

/**
 * The type of a request body; several media types become a union that `contentType` discriminates.
 * @param bodyOf the type of the body in one media type
 */
export function requestBodyType(
  { requestBody }: Pick<DocumentOperation, "requestBody">,
  bodyOf: (mediaType: string, media: MediaType) => string,
): string[] {
  if (!requestBody) return ["undefined"];
  const mediaTypes = Object.entries(requestBody.content);
  const typeOf = ([mediaType, media]: [string, MediaType]) => {
    const body = bodyOf(mediaType, media);
    return essence(mediaType) === "multipart/form-data" ? `FormBody<${body}>` : body;
  };
  const [only, ...others] = mediaTypes;
  const bodies =
    others.length === 0
      ? [only === undefined ? "unknown" : typeOf(only)]
      : mediaTypes.map((one) => `{ contentType: ${JSON.stringify(one[0])}; content: ${typeOf(one)} }`);
  return [...bodies, ...(requestBody.required ? [] : ["undefined"])];
}
