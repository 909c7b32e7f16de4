import { isDeepStrictEqual } from "node:util";
import { type ApiDocument, type Mark, resolve, type Schema } from "@counterpart/server/document";
import { discriminatorTags, type Tag } from "@counterpart/server/schemas";
import { typeKey } from "../literal.ts";
import { directReferences } from "./direct-references.ts";
import { literalType, type TypeText, unionOf } from "./type-text.ts";

/** The shared state of all types of a document. */
export interface SchemaTypes {
  document: ApiDocument;
  /** The type of a component. */
  nameOf: (component: string) => string;
  /** The mark of the properties to leave out; undefined if the document has no marks. */
  omits?: Mark;
  direct: ReturnType<typeof directReferences>;
  /** Pointers of referenced schemas that aren't components; `referenced` has a type for each. */
  referenced: Set<string>;
  /** The interface with these types. */
  referencedName: string;
  /** Whether the server fills in a property, in the types for handlers; undefined in the document's own types. */
  isFilled?: (property: unknown) => boolean;
  /** The type of a date or a date and time; text by default. */
  date?: TypeText;
  /** The items of recursive lists: each list is an interface, because interfaces may be recursive. */
  lists: string[];
}

/** The context of a schema. */
export interface Standing {
  /** The pointer of the component that the type directly defines, if any. */
  place?: string;
  /** Whether it is in an `allOf`, whose other parts may give its properties their types. */
  isPart?: boolean;
  /** Properties to leave out, because another part of the composition marks them. */
  omitted?: ReadonlySet<string>;
}

/** @param options what depends on where the types are used */
export function schemaTypes(
  document: ApiDocument,
  options: Pick<SchemaTypes, "nameOf"> &
    Partial<Pick<SchemaTypes, "omits" | "isFilled" | "date" | "lists" | "referencedName">>,
): SchemaTypes {
  return {
    document,
    direct: directReferences(document),
    referenced: new Set(),
    referencedName: "referenced",
    lists: [],
    ...options,
  };
}

/** `{ petType: "cat" }` for each alternative of a union whose own schema doesn't restrict it, in order. */
export function discriminatorTypes(
  document: ApiDocument,
  schema: Schema,
  keyword: "oneOf" | "anyOf",
): (string | undefined)[] {
  const union = discriminatorTags((one) => resolve(document, one), schema);
  return union?.keyword === keyword ? union.tags.map((tag) => tag && tagType(tag)) : [];
}

function tagType({ propertyName, values, listed, isRequired }: Tag): string | undefined {
  if (isDeepStrictEqual(values, listed)) return undefined;
  return `{ ${typeKey(propertyName)}${isRequired ? "" : "?"}: ${unionOf(values.map(literalType)).text} }`;
}
