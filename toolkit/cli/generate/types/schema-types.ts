import type { ApiDocument } from "@counterpart/server/document/document";
import { type DirectReferences, directReferences } from "./direct-references.ts";
import { type Discriminators, discriminatorsOf } from "./discriminators.ts";
import type { TypeText } from "./type-text.ts";

/** The shared state of all types of a document. */
export interface SchemaTypes {
  document: ApiDocument;
  /** Whether `readOnly` and `writeOnly` properties are marked. */
  marks: boolean;
  discriminators: Discriminators;
  direct: DirectReferences;
  /** Pointers of referenced schemas that aren't components; `referenced` has a type for each. */
  referenced: Set<string>;
  /** The server's defaults, in the types for handlers; undefined in the document's own types. */
  fills?: Fills;
  /** The items of recursive lists: each list is an interface, because interfaces may be recursive. */
  lists: string[];
}

/** The server's defaults: a property with a default is always present. */
export interface Fills {
  isFilled(property: unknown): boolean;
  /** Whether a schema contains anything with a default. */
  isWithin(schema: unknown): boolean;
  /** The components with separate types for handlers, because they contain defaults. */
  components: Set<string>;
}

/** The context of a schema. */
export interface Standing {
  /** The pointer of the component that the type directly defines, if any. */
  place?: string;
  /** Whether it is in an `allOf`, whose other parts may give its properties their types. */
  isPart?: boolean;
}

/** Makes the type of a schema; properties and items omit `standing`. */
export type TypeOf = (schema: unknown, standing?: Standing) => TypeText;

export function schemaTypes(document: ApiDocument, marks: boolean, fills?: Fills): SchemaTypes {
  return {
    document,
    marks,
    ...(fills && { fills }),
    discriminators: discriminatorsOf(document),
    direct: directReferences(document),
    referenced: new Set(),
    lists: [],
  };
}
