import type { ApiDocument } from "@counterpart/server/document/document";
import { type DirectReferences, directReferences } from "./direct-references.ts";
import { type Discriminators, discriminatorsOf } from "./discriminators.ts";
import type { TypeText } from "./type-text.ts";

/** What the types of all schemas of a document have in common. */
export interface SchemaTypes {
  document: ApiDocument;
  /** Whether properties are marked as `readOnly` and `writeOnly`. */
  marks: boolean;
  discriminators: Discriminators;
  direct: DirectReferences;
  /** References to something else than a component: each has a type by its pointer in `referenced`. */
  referenced: Set<string>;
  /** Properties that the server fills in, in the types of what handlers get; undefined in those of the document. */
  fills?: Fills;
  /** The items of lists that are part of their own definition: each list is an interface, which may be. */
  lists: string[];
}

/** What the server fills in: what has a default is always there. */
export interface Fills {
  isFilled(property: unknown): boolean;
  /** Whether anything is filled in within a schema. */
  isWithin(schema: unknown): boolean;
  /** The components that have types of their own, because something is filled in within them. */
  components: Set<string>;
}

/** Where a schema stands. */
export interface Standing {
  /** The pointer of the component that the type directly defines, if it does. */
  place?: string;
  /** Within the `allOf` of another schema, which gives its properties their types. */
  isPart?: boolean;
}

/** Makes the type of a schema; `standing` is left out within a property or an item. */
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
