import { own } from "../../own.ts";
import { escapePointerPart, type RawDocument, schemaComponent } from "../../references.ts";
import { isObject, type Node, objectIn } from "../../walk.ts";

/** A step from a component to another one that its values must contain or must themselves satisfy. */
interface Step {
  to: string;
  /**
   * The `required` that names the containing property; undefined if the value itself must satisfy the other
   * component.
   */
  by?: { pointer: string; property: string };
}

/**
 * Finds required properties whose values would have to contain the same schema again, without end. No value
 * is valid for such a schema. The key is the pointer of the schema with the `required`.
 */
export function endlessProperties({ components }: RawDocument): Map<string, Set<string>> {
  const schemas: Node = isObject(components?.schemas) ? components.schemas : {};
  const endless = new Map<string, Set<string>>();
  const done = new Set<string>();

  function visit(name: string, path: { from: string; by: Step["by"] }[]): void {
    const start = path.findIndex(({ from }) => from === name);
    if (start !== -1) {
      const last = path.slice(start).findLast(({ by }) => by !== undefined)?.by;
      if (last) endless.set(last.pointer, (endless.get(last.pointer) ?? new Set()).add(last.property));
      return;
    }
    if (done.has(name)) return;
    for (const { to, by } of steps(name, own(schemas, name))) {
      if (!by || !endless.get(by.pointer)?.has(by.property)) visit(to, [...path, { from: name, by }]);
    }
    done.add(name);
  }

  for (const name of Object.keys(schemas)) visit(name, []);
  return endless;
}

function steps(name: string, schema: unknown): Step[] {
  if (isObject(schema) && (schema.nullable === true || [schema.type].flat().includes("null"))) return [];
  const pointer = `#/components/schemas/${escapePointerPart(name)}`;
  const parts = partsOf(schema, pointer);
  const properties: Node = Object.fromEntries(
    parts.flatMap(({ part }) => Object.entries(objectIn(part.properties))),
  );
  return [
    ...mustBe(schema).map((to) => ({ to })),
    ...parts.flatMap(({ part, pointer }) =>
      (Array.isArray(part.required) ? part.required : []).flatMap((property: unknown) =>
        typeof property === "string" && Object.hasOwn(properties, property)
          ? mustBe(properties[property]).map((to) => ({ to, by: { pointer, property } }))
          : [],
      ),
    ),
  ];
}

/** A schema and the schemas in its `allOf`, at any depth. */
function partsOf(schema: unknown, pointer: string): { part: Node; pointer: string }[] {
  if (!isObject(schema)) return [];
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  return [
    { part: schema, pointer },
    ...parts.flatMap((part, index) => partsOf(part, `${pointer}/allOf/${index}`)),
  ];
}

/** The components that every value of a schema must satisfy. */
function mustBe(schema: unknown): string[] {
  if (!isObject(schema) || schema.nullable === true) return [];
  if (typeof schema.$ref !== "string")
    return (Array.isArray(schema.allOf) ? schema.allOf : []).flatMap(mustBe);
  return [schemaComponent(schema.$ref) ?? []].flat();
}
