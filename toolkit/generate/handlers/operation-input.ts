import type { DocumentOperation, Parameter } from "../../document/document.ts";
import { essence } from "../../document/media-types.ts";

/** An operation in the generated types, as source: `operations["getPet"]`. */
export type OperationType = string;

/** The parameters of one place; undefined where there are none. */
export function parametersType(
  { parameters }: Pick<DocumentOperation, "parameters">,
  place: Parameter["in"],
  type: OperationType,
): string | undefined {
  if (!parameters.some((parameter) => parameter.in === place)) return undefined;
  return `NonNullable<${type}["parameters"][${JSON.stringify(place)}]>`;
}

/**
 * The body of a request: of one media type as it is, of several a union told apart by `contentType`.
 * @param unmarked takes the marks of `readOnly` and `writeOnly` off a type
 */
export function requestBodyType(
  { requestBody }: Pick<DocumentOperation, "requestBody">,
  type: OperationType,
  unmarked: (body: string) => string,
): string {
  if (!requestBody) return "undefined";
  const mediaTypes = Object.keys(requestBody.content);
  const bodyOf = (mediaType: string) => {
    const body = unmarked(`NonNullable<${type}["requestBody"]>["content"][${JSON.stringify(mediaType)}]`);
    return essence(mediaType) === "multipart/form-data" ? `FormBody<${body}>` : body;
  };
  const [only = "", ...others] = mediaTypes;
  const bodies =
    others.length === 0
      ? [only === "" ? "unknown" : bodyOf(only)]
      : mediaTypes.map((one) => `{ contentType: ${JSON.stringify(one)}; content: ${bodyOf(one)} }`);
  return [...bodies, ...(requestBody.required ? [] : ["undefined"])].join(" | ");
}
