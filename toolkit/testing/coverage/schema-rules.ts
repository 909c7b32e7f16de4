import {
  evaluatesAlone,
  isObject,
  isOfType,
  listIn,
  otherItems,
  otherProperties,
  type Schema,
} from "@counterpart/server/document";
import {
  type ClosedSchema,
  definitionOf,
  patternTest,
  type Tag,
  tagKeyword,
  textFormats,
} from "@counterpart/server/schemas";
import { compileSchema, type Validate } from "@counterpart/server/validation";
import { own } from "@counterpart/server/values";
import { once } from "../samples/values/once.ts";

/** The result of a rule for a value of a request. */
export interface Reading {
  /** The place in the request, `body.quantity`. */
  at: string;
  side: "satisfied" | "violated";
  /** Which way the value satisfies a rule with several: an enum's value, a type. */
  way: string;
}

/** One keyword of a schema, as a check of a value. */
export interface Rule {
  /** `body.quantity` */
  place: string;
  keyword: string;
  ways: string[];
  /** False if no request can violate it. */
  canBeViolated: boolean;
  /** Whether it is in a branch of `anyOf` or `oneOf`, so that valid requests may violate it. */
  isAlternative: boolean;
  read(value: unknown): Reading[];
}

/** The place of a schema's values in the request. */
export interface Source {
  /** `body`, `query.limit` */
  name: string;
  /** Parameters are sent as text, so every value is a valid string. */
  isText: boolean;
  /** Path segments are never empty. */
  isPath: boolean;
}

/**
 * Schemas that refer to each other can have millions of rules, one per path of references. Beyond this limit,
 * fewer nested references are followed.
 */
const maxRules = 1000;

/** The keywords of a schema that constrain its values. */
export function schemaRules(schema: ClosedSchema, source: Source): Rule[] {
  const at = source.name;
  const select: Select = (value) => (value === undefined ? [] : [{ at, value }]);
  const spot = {
    defs: schema.$defs,
    source,
    place: at,
    select,
    isAlternative: false,
    above: [],
    followed: 0,
  };
  let rules: Rule[] = [];
  for (let references = 0; ; references++) {
    const limit: Limit = { references, isReached: false, rulesLeft: references === 0 ? Infinity : maxRules };
    const found = rulesAt(schema, { ...spot, limit });
    if (limit.rulesLeft < 0) return rules;
    if (!limit.isReached) return found;
    rules = found;
  }
}

interface Limit {
  /** How many nested references are followed. */
  references: number;
  /** Whether there are deeper references. */
  isReached: boolean;
  /** Negative if there are too many rules. */
  rulesLeft: number;
}

interface Found {
  at: string;
  value: unknown;
}

type Select = (value: unknown) => Found[];

interface Spot {
  defs: Record<string, Schema>;
  source: Source;
  /** The place in the rules' names. */
  place: string;
  select: Select;
  isAlternative: boolean;
  /** The enclosing schemas: a recursive schema is walked once. */
  above: Schema[];
  /** The number of references followed so far. */
  followed: number;
  limit: Limit;
}

type AppliesTo = "number" | "string" | "array" | "object" | "any";

/** Keywords that are checked separately, by the values that they apply to. */
const separateKeywords: Record<AppliesTo, string[]> = {
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", "format"],
  array: ["minItems", "maxItems", "uniqueItems", "contains"],
  object: ["minProperties", "maxProperties", "propertyNames", "dependentRequired", "dependentSchemas"],
  any: ["const", "not", "if"],
};

const appliesTo = Object.entries(separateKeywords).flatMap(([type, keywords]) =>
  keywords.map((keyword) => [keyword, type as AppliesTo] as const),
);

/** Keywords that change the meaning of the key. */
const companions: Record<string, string[]> = {
  if: ["then", "else"],
  contains: ["minContains", "maxContains"],
};

function rulesAt(schema: unknown, spot: Spot): Rule[] {
  if (schema === null || typeof schema !== "object") return [];
  const node = schema as Schema;
  if (spot.above.includes(node)) return [];
  const here = { ...spot, above: [...spot.above, node] };
  const own = [...ownRules(node, here), ...objectRules(node, here)];
  spot.limit.rulesLeft -= own.length;
  if (spot.limit.rulesLeft < 0) return [];
  return [
    ...referredRules(node, here),
    ...listIn(node.allOf).flatMap((one) => rulesAt(one, here)),
    ...own,
    ...memberRules(node, here),
    ...alternativeRules(node, here),
  ];
}

function referredRules({ $ref }: Schema, spot: Spot): Rule[] {
  if (typeof $ref !== "string") return [];
  if (spot.followed === spot.limit.references) {
    spot.limit.isReached = true;
    return [];
  }
  return rulesAt(own(spot.defs, definitionOf($ref)), { ...spot, followed: spot.followed + 1 });
}

/** `type`, `enum` and the keywords that are checked separately. */
function ownRules(node: Schema, spot: Spot): Rule[] {
  const rules: Rule[] = [];
  const types = [node.type].flat().filter((type) => typeof type === "string");
  if (types.length > 0) {
    rules.push(
      ruleOf(spot, "type", {
        ways: types.length > 1 ? types : [""],
        // Any text is a valid string, and a valid list of one item.
        canBeViolated: !(spot.source.isText && (types.includes("string") || types.includes("array"))),
        satisfiedWay: (value) => {
          const type = types.find((one) => isOfType(one, value));
          return types.length > 1 ? type : type && "";
        },
      }),
    );
  }
  if (Array.isArray(node.enum)) {
    const values = node.enum.map((one) => JSON.stringify(one));
    const satisfiedWay = (value: unknown) => values.find((one) => one === JSON.stringify(value));
    rules.push(ruleOf(spot, "enum", { ways: values, satisfiedWay }));
  }
  for (const [keyword, type] of appliesTo) {
    if (node[keyword] === undefined || saysNothing(keyword, node[keyword])) continue;
    const names = [keyword, ...(companions[keyword] ?? [])].filter((name) => node[name] !== undefined);
    const validate = compiledWhenUsed({
      ...Object.fromEntries(names.map((name) => [name, node[name]])),
      $defs: spot.defs,
    });
    rules.push(
      ruleOf(spot, keyword, {
        canBeViolated: !(spot.source.isPath && keyword === "minLength" && Number(node[keyword]) <= 1),
        appliesTo: type,
        satisfiedWay: (value) => (validate(value).length === 0 ? "" : undefined),
      }),
    );
  }
  return rules;
}

/** `required`, one rule per property, and closed objects. */
function objectRules(node: Schema, spot: Spot): Rule[] {
  const rules: Rule[] = listIn(node.required).map((name) => ({
    ...plainRule(spot, "required"),
    place: `${spot.place}.${name}`,
    read: (root: unknown) =>
      spot.select(root).flatMap(({ at, value }) => {
        if (!isObject(value)) return [];
        const side = Object.hasOwn(value, String(name)) ? "satisfied" : "violated";
        return [{ at: `${at}.${name}`, side, way: "" } satisfies Reading];
      }),
  }));
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    if (node[keyword] !== false) continue;
    const validate = compiledWhenUsed({ ...node, $defs: spot.defs });
    rules.push({
      ...plainRule(spot, keyword),
      read: (root) =>
        spot.select(root).flatMap(({ at, value }): Reading[] => {
          if (!isObject(value)) return [];
          const strangers = validate(value)
            .filter((error) => error.keyword === keyword && error.instancePath === "")
            .map(({ params }) => params.additionalProperty ?? params.unevaluatedProperty);
          if (strangers.length === 0) return [{ at, side: "satisfied", way: "" }];
          return strangers.map((name) => ({ at: `${at}.${name}`, side: "violated", way: "" }));
        }),
    });
  }
  return rules;
}

/** The rules for the members of objects and lists. */
function memberRules(node: Schema, spot: Spot): Rule[] {
  const properties = Object.entries((node.properties ?? {}) as Record<string, Schema>);
  const patterns = Object.entries((node.patternProperties ?? {}) as Record<string, Schema>);
  const isOther = (key: string) =>
    !properties.some(([name]) => name === key) &&
    !patterns.some(([pattern]) => patternTest(pattern).test(key));
  const first = listIn(node.prefixItems);
  const others = evaluatesAlone(node)
    ? { properties: otherProperties(node), items: otherItems(node) }
    : { properties: node.additionalProperties, items: node.items };
  const inside = (schema: unknown, step: string, next: (found: Found) => Found[]) =>
    rulesAt(schema, {
      ...spot,
      place: spot.place + step,
      select: readOnce((root) => spot.select(root).flatMap(next)),
    });
  const inMembers = (schema: unknown, step: string, isWanted: (key: string) => boolean) =>
    inside(schema, step, members(isWanted));
  const inItems = (schema: unknown, step: string, isWanted: (index: number) => boolean) =>
    inside(schema, step, items(isWanted));
  return [
    ...properties.flatMap(([name, schema]) => inside(schema, `.${name}`, member(name))),
    ...patterns.flatMap(([pattern, schema]) =>
      inMembers(schema, `./${pattern}/`, (key) => patternTest(pattern).test(key)),
    ),
    ...inMembers(others.properties, ".*", isOther),
    ...first.flatMap((schema, index) => inItems(schema, `[${index}]`, (at) => at === index)),
    ...inItems(others.items, "[]", (at) => at >= first.length),
  ];
}

/** The choice as a whole, and the rules of its branches. */
function alternativeRules(node: Schema, spot: Spot): Rule[] {
  return ["anyOf", "oneOf"].flatMap((keyword) => {
    const branches = listIn(node[keyword]);
    if (branches.length === 0) return [];
    const validators = branches.map((branch) =>
      compiledWhenUsed({ ...(branch as Schema), $defs: spot.defs } as ClosedSchema),
    );
    const choice = ruleOf(spot, keyword, {
      ways: branches.map((_, index) => `${index + 1}`),
      satisfiedWay: (value) => {
        const fitting = validators.flatMap((validate, index) =>
          validate(value).length === 0 ? [index] : [],
        );
        const isValid = keyword === "oneOf" ? fitting.length === 1 : fitting.length > 0;
        // If several branches fit, the discriminator decides.
        const meant = fitting.find((index) => isTagged(branches[index], value)) ?? fitting[0] ?? 0;
        return isValid ? `${meant + 1}` : undefined;
      },
    });
    const inBranches = branches.flatMap((branch, index) =>
      rulesAt(branch, {
        ...spot,
        place: `${spot.place}(${keyword} ${index + 1})`,
        isAlternative: true,
      }),
    );
    return [choice, ...inBranches];
  });
}

function isTagged(branch: unknown, value: unknown): boolean {
  const tag = (branch as Schema)[tagKeyword] as Tag | undefined;
  if (!tag || !isObject(value) || !Object.hasOwn(value, tag.propertyName)) return false;
  return tag.values.includes(value[tag.propertyName]);
}

function plainRule({ place, isAlternative }: Spot, keyword: string): Omit<Rule, "read"> {
  return { place, keyword, ways: [""], canBeViolated: true, isAlternative };
}

function ruleOf(
  spot: Spot,
  keyword: string,
  {
    ways = [""],
    canBeViolated = true,
    appliesTo = "any",
    satisfiedWay,
  }: {
    ways?: string[];
    canBeViolated?: boolean;
    appliesTo?: AppliesTo;
    /** Undefined when the value violates the rule. */
    satisfiedWay: (value: unknown) => string | undefined;
  },
): Rule {
  return {
    ...plainRule(spot, keyword),
    ways,
    canBeViolated,
    read: (root) =>
      spot.select(root).flatMap(({ at, value }): Reading[] => {
        if (appliesTo !== "any" && !isOfType(appliesTo, value)) return [];
        const way = satisfiedWay(value);
        return [way === undefined ? { at, side: "violated", way: "" } : { at, side: "satisfied", way }];
      }),
  };
}

function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === "format") return !Object.hasOwn(textFormats, String(value));
  return value === false || (/^min(Length|Items|Properties)$/.test(keyword) && value === 0);
}

/** Compiles on first use: a report lists all rules of a document, but a test run reads only some. */
function compiledWhenUsed(schema: ClosedSchema): Validate {
  const compiled = once(() => compileSchema(schema));
  return (value) => compiled()(value);
}

/** Many rules of one place read the same request, one after the other. */
function readOnce(select: Select): Select {
  let last: { root: unknown; found: Found[] } | undefined;
  return (root) => {
    if (!last || last.root !== root) last = { root, found: select(root) };
    return last.found;
  };
}

function member(name: string): (found: Found) => Found[] {
  return ({ at, value }) =>
    isObject(value) && Object.hasOwn(value, name) ? [{ at: `${at}.${name}`, value: value[name] }] : [];
}

function members(isWanted: (key: string) => boolean): (found: Found) => Found[] {
  return ({ at, value }) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, one]) =>
          isWanted(key) ? [{ at: `${at}.${key}`, value: one }] : [],
        )
      : [];
}

function items(isWanted: (index: number) => boolean): (found: Found) => Found[] {
  return ({ at, value }) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => (isWanted(index) ? [{ at: `${at}[${index}]`, value: one }] : []))
      : [];
}
