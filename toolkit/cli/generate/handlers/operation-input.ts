import type { DocumentOperation, Parameter } from "@counterpart/server/document/document";
import { essence } from "@counterpart/server/document/media-types";
import type { FilledTypes } from "./filled-types.ts";

/** An operation in the generated types, as source: `operations["getPet"]`. */
export type OperationType = string;

/**
 * The type of the parameters in one location; undefined if there are none.
 * @param filled the types with the server's defaults applied
 */
export function parametersType(
  operation: Pick<DocumentOperation, "parameters">,
  place: Parameter["in"],
  type: OperationType,
  filled?: FilledTypes,
): string | undefined {
  const here = operation.parameters.filter((parameter) => parameter.in === place);
  if (here.length === 0) return undefined;
  const documented = `NonNullable<${type}["parameters"][${JSON.stringify(place)}]>`;
  const { always, within } = filled?.parameters(operation, place) ?? { always: [], within: new Map() };
  const members = here.flatMap(({ name, required }) => {
    const text = within.get(name);
    return text === undefined ? [] : [`${JSON.stringify(name)}${required ? "" : "?"}: ${text};`];
  });
  const replaced =
    members.length > 0
      ? `Omit<${documented}, ${unionOf([...within.keys()])}> & { ${members.join(" ")} }`
      : documented;
  return always.length > 0 ? `WithDefaults<${replaced}, ${unionOf(always)}>` : replaced;
}

function unionOf(names: string[]): string {
  return names.map((name) => JSON.stringify(name)).join(" | ");
}

/**
 * The type of a request body; several media types become a union that `contentType` discriminates.
 * @param unmarked removes the `readOnly` and `writeOnly` marks from a type
 * @param filled the types with the server's defaults applied
 */
export function requestBodyType(
  { requestBody }: Pick<DocumentOperation, "requestBody">,
  type: OperationType,
  unmarked: (body: string) => string,
  filled?: FilledTypes,
): string {
  if (!requestBody) return "undefined";
  const mediaTypes = Object.keys(requestBody.content);
  const bodyOf = (mediaType: string) => {
    const documented = requestBody.content[mediaType] ?? {};
    const body = unmarked(
      filled?.body(mediaType, documented) ??
        `NonNullable<${type}["requestBody"]>["content"][${JSON.stringify(mediaType)}]`,
    );
    return essence(mediaType) === "multipart/form-data" ? `FormBody<${body}>` : body;
  };
  const [only = "", ...others] = mediaTypes;
  const bodies =
    others.length === 0
      ? [only === "" ? "unknown" : bodyOf(only)]
      : mediaTypes.map((one) => `{ contentType: ${JSON.stringify(one)}; content: ${bodyOf(one)} }`);
  return [...bodies, ...(requestBody.required ? [] : ["undefined"])].join(" | ");
}
