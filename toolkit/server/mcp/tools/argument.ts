import type { Parameter, Schema } from "../../document/document.ts";

/** An argument of a tool, and the part of the request that it becomes. */
export interface Argument {
  /** As messages have it: `meta.reader`. */
  name: string;
  /** Where it is in a call's arguments. */
  at: string[];
  /** `field` is a property of the body, `body` the whole body. */
  place: Parameter["in"] | "field" | "body";
  /** The name of the parameter or the property. */
  target: string;
  /** As the document has it. */
  schema: Schema;
  required: boolean;
  description?: string;
  /** An example of the document. */
  example?: unknown;
  /** The value that `x-mcp` fixes; callers don't see the argument. */
  fixed?: { value: unknown };
  /** What is sent for its `{value}`. */
  text?: string;
}
