import { essence, isObject, matchesMediaType, type Node, type Schema } from "@counterpart/server/document";
import { propertyOf } from "../schemas/members.ts";
import { flattened, pieceOf } from "../schemas/piece.ts";
import { type Shape, shapeOf } from "../schemas/shape.ts";
import { breakAt, type ContractChange, type Contracts, type Pair, type Site } from "./contracts.ts";
import { within } from "./spot.ts";

/** A form and the encoding of its properties. */
export interface EncodedForm {
  schema?: Schema;
  encoding?: unknown;
}

/** Compares the encoding of form properties: media types in multipart, styles in URL-encoded forms. */
export function compareEncodings(
  site: Site,
  mediaType: string,
  [before, after]: Pair<EncodedForm>,
): ContractChange[] {
  const type = essence(mediaType);
  const isMultipart = type.startsWith("multipart/");
  if (!isMultipart && type !== "application/x-www-form-urlencoded") return [];
  const names = new Set(
    [before, after].flatMap(({ encoding }) => Object.keys(isObject(encoding) ? encoding : {})),
  );
  return [...names].flatMap((name) => {
    const was = encodingOf(before, name);
    const is = encodingOf(after, name);
    const shape = propertyShape(before, name, site.base);
    if (!shape || !propertyShape(after, name, site.revision)) return [];
    const here = within(site, name, "encoding", name);
    const faults = isMultipart ? typeFault(shape, was, is) : styleFault(shape, was, is);
    return faults === undefined ? [] : [breakAt(here, "encoding-changed", faults)];
  });
}

function encodingOf({ encoding }: EncodedForm, name: string): Node {
  const one = isObject(encoding) && Object.hasOwn(encoding, name) ? encoding[name] : undefined;
  return isObject(one) ? one : {};
}

function propertyShape(
  { schema }: EncodedForm,
  name: string,
  document: Contracts["base"],
): Shape | undefined {
  const pieces = propertyOf(shapeOf([pieceOf(schema, "#", document)]), name);
  return flattened(pieces).length === 0 ? undefined : shapeOf(pieces);
}

/** A part's media types, or the defaults (OpenAPI 3.1, 4.8.15.1). */
function typesOf({ contentType }: Node, shape: Shape): string[] {
  if (typeof contentType === "string") return contentType.split(",").map(essence);
  const [item] = shape.arrays;
  if (shape.types.has("array") && shape.types.size === 1 && item?.rest)
    return typesOf({}, shapeOf([item.rest]));
  if (shape.formats.has("bytes")) return ["*/*"];
  return shape.types.has("object") && !shape.types.has("string") ? ["application/json"] : ["text/plain"];
}

function typeFault(shape: Shape, before: Node, after: Node): string | undefined {
  const [was, is] = [typesOf(before, shape), typesOf(after, shape)];
  const gone = was.filter(
    (type) => !is.some((pattern) => pattern === type || matchesMediaType(pattern, type)),
  );
  if (gone.length === 0) return undefined;
  return `The part could be ${was.join(" or ")}, and can only be ${is.join(" or ")} now.`;
}

function styleFault(shape: Shape, before: Node, after: Node): string | undefined {
  if (!shape.types.has("array") && !shape.types.has("object")) return undefined;
  const [was, is] = [styleOf(before), styleOf(after)];
  return was === is ? undefined : `It was written as ${was}, and is written as ${is} now.`;
}

function styleOf({ style = "form", explode = style === "form", contentType }: Node): string {
  // A style takes precedence over a media type (OpenAPI 3.1, 4.8.15.1).
  return contentType === undefined ? `${style}${explode ? ", exploded" : ""}` : String(contentType);
}
