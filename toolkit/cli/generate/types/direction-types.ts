import type { TypeNames } from "./type-names.ts";

/** `Readable` and `Writable`, by which generic code finds the other type of a schema. */
export function directionTypes(names: TypeNames, inputs: Map<string, string>): string {
  const pairs = [...inputs].map(
    ([component, input]) => `  | { response: ${names.schemas.get(component)}; request: ${input} }`,
  );
  if (pairs.length === 0)
    return `${readableComment}export type Readable<T> = T;

${writableComment}export type Writable<T> = T;
`;
  return `${readableComment}export type Readable<T> = Directed<T, "request", "response">;

${writableComment}export type Writable<T> = Directed<T, "response", "request">;

type Directions =
${pairs.join("\n")};

type Directed<T, From extends keyof Directions, To extends keyof Directions> = T extends (infer Item)[]
  ? Directed<Item, From, To>[]
  : [Matching<T, From>] extends [never]
    ? T
    : Matching<T, From>[To];

type Matching<T, From extends keyof Directions, Pair extends Directions = Directions> = Pair extends Directions
  ? (<X>() => X extends T ? 1 : 2) extends <X>() => X extends Pair[From] ? 1 : 2
    ? Pair
    : never
  : never;
`;
}

const readableComment =
  "/** What a response has: `Readable<PetInput>` is `Pet`, also in lists. Other types stay the same. */\n";
const writableComment =
  "/** What a request has: `Writable<Pet>` is `PetInput`, also in lists. Other types stay the same. */\n";
