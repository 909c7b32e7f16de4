import type { DatePlan, DateTable } from "@counterpart/client/dates";
import { type ApiDocument, resolve, type Schema, targetOf } from "../document.ts";
import { own, setOwn } from "../own.ts";
import { schemaComponent } from "../references.ts";
import { isObject, listIn, objectIn } from "../walk.ts";
import { isDateText } from "./date-text.ts";
import { discriminatorTags } from "./discriminator-tags.ts";
import { createFoundWithin } from "./found-within.ts";
import { evaluatesAlone, otherItems, otherProperties } from "./other-properties.ts";
import { partsOf } from "./parts-of.ts";

/** Where the values of a document's schemas have dates. Constants stay text. */
export function datePlans(document: ApiDocument) {
  const follow = (schema: Schema) => resolve<Schema>(document, schema);
  const hasDates = createFoundWithin(follow, isDateText);
  const table: DateTable = {};
  const known = new Set<string>();
  return {
    of,
    /** The plans of referenced schemas, which is complete once those that refer to them are made. */
    table,
  };

  /** Where values of a schema have dates; undefined if they have none. */
  function of(schema: unknown): DatePlan | undefined {
    if (!isObject(schema) || !hasDates(schema) || "const" in schema || Array.isArray(schema.enum))
      return undefined;
    const { $ref, allOf } = schema;
    const plans = [
      ownPlan(schema),
      ...(typeof $ref === "string" ? [named($ref)] : []),
      ...listIn(allOf).map(of),
      ...(["anyOf", "oneOf"] as const).flatMap((keyword) => alternatives(schema, keyword)),
    ].filter((plan) => plan !== undefined);
    return plans.length > 1 ? plans : plans[0];
  }

  function ownPlan(schema: Schema): DatePlan | undefined {
    if (isDateText(schema)) return schema.format === "date" ? "date" : "date-time";
    const lists = listPlan(schema);
    const objects = objectPlan(schema);
    return lists && objects ? [lists, objects] : (lists ?? objects);
  }

  function listPlan(schema: Schema): DatePlan | undefined {
    const first = listIn(schema.prefixItems).map((one) => of(one) ?? null);
    const items = of(evaluatesAlone(schema) ? otherItems(schema) : schema.items);
    const isFirst = first.some((one) => one !== null);
    if (!isFirst && items === undefined) return undefined;
    return { ...(first.length > 0 && { first }), ...(items && { items }) };
  }

  function objectPlan(schema: Schema): DatePlan | undefined {
    const named = Object.entries(objectIn(schema.properties));
    const patterns = Object.values(objectIn(schema.patternProperties));
    const rest = evaluatesAlone(schema) ? otherProperties(schema) : schema.additionalProperties;
    const more = [rest, ...patterns].map(of).filter((plan) => plan !== undefined);
    const others = more.length > 1 ? more : more[0];
    const properties: Record<string, DatePlan | null> = {};
    for (const [name, property] of named) {
      const plan = of(property);
      // Named properties are no others.
      if (plan !== undefined || others !== undefined) setOwn(properties, name, plan ?? null);
    }
    const hasNames = Object.keys(properties).length > 0;
    if (!hasNames && others === undefined) return undefined;
    return { ...(hasNames && { properties }), ...(others && { others }) };
  }

  /** A text of another alternative, which may look like a date, is left alone where a property distinguishes them. */
  function alternatives(schema: Schema, keyword: "anyOf" | "oneOf"): (DatePlan | undefined)[] {
    const all = listIn(schema[keyword]);
    const isUnion = all.filter((one) => !isObject(one) || one.type !== "null").length > 1;
    const union = discriminatorTags(follow, schema);
    return all.map((one, index) => {
      const plan = of(one);
      if (!plan || !isUnion || !isObject(one)) return plan;
      const tag = union?.keyword === keyword ? union.tags[index] : undefined;
      const when = tag?.isRequired ? ([tag.propertyName, tag.values] as const) : constantOf(one);
      return when ? { when: [...when], plan } : plan;
    });
  }

  /** The first required property of an alternative that has certain values only. */
  function constantOf(schema: Schema): readonly [string, unknown[]] | undefined {
    const parts = partsOf(follow, schema, ["allOf"]);
    const required = new Set(parts.flatMap((part) => listIn(part.required)));
    for (const { properties } of parts) {
      for (const [name, property] of Object.entries(objectIn(properties))) {
        if (!required.has(name) || !isObject(property)) continue;
        const { const: constant, enum: values } = follow(property);
        if (constant !== undefined) return [name, [constant]];
        if (Array.isArray(values)) return [name, values];
      }
    }
    return undefined;
  }

  function named(ref: string): DatePlan | undefined {
    const name = schemaComponent(ref) ?? ref;
    if (!known.has(name)) {
      known.add(name);
      const plan = of(targetOf(document, ref));
      if (plan) setOwn(table, name, plan);
    }
    const plan = own(table, name);
    return typeof plan === "string" ? plan : `#${name}`;
  }
}
