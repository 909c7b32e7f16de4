import { isDeepStrictEqual } from "node:util";
import type { ErrorPlan } from "@counterpart/server/document";
import { isIdentifier } from "../literal.ts";

/** Plans that differ in constants only, by the documented response that each is for. */
export interface ErrorTable {
  /** The names of the constants. */
  names: string[];
  rows: { key: string; values: unknown[] }[];
  /** The common plan; these places contain a name instead of a constant. */
  plan: ErrorPlan;
  nameAt: Map<ErrorPlan, string>;
}

interface Keyed {
  plan: ErrorPlan;
  /** `404`, `4XX` or `default`. */
  keys: Set<string>;
}

/** Whether plans differ in constants only. */
export function areAlike(one: ErrorPlan, other: ErrorPlan): boolean {
  return isDeepStrictEqual(shapeOf(one), shapeOf(other));
}

/**
 * Undefined if a response has several of the plans.
 * @param all plans that are alike
 */
export function errorTable(all: Keyed[]): ErrorTable | undefined {
  const [first] = all;
  if (!first || all.length < 2) return undefined;
  const keys = all.flatMap((one) => [...one.keys]);
  if (new Set(keys).size < keys.length) return undefined;
  const constants = all.map(({ plan }) => constantsOf(plan, []));
  const places = (constants[0] ?? []).flatMap(({ name, plan }, index) => {
    const values = constants.map((one) => constantOf(one[index]?.plan));
    return values.every((value) => value === values[0]) ? [] : [{ name, plan, values }];
  });
  const names = places.map(({ name }) => name);
  if (new Set(names).size < names.length || !names.every(isIdentifier)) return undefined;
  const rows = all.flatMap((one, index) =>
    [...one.keys].map((key) => ({ key, values: places.map(({ values }) => values[index]) })),
  );
  return { names, rows, plan: first.plan, nameAt: new Map(places.map(({ plan, name }) => [plan, name])) };
}

/** The constants of a plan, each with the nearest property's name. */
function constantsOf(plan: ErrorPlan, keys: string[]): { name: string; plan: ErrorPlan }[] {
  if (plan.kind === "object") return plan.members.flatMap(([key, one]) => constantsOf(one, [...keys, key]));
  if (plan.kind === "array") return plan.items.flatMap((one) => constantsOf(one, keys));
  return plan.kind === "value" && isPrimitive(plan.value) ? [{ name: keys.at(-1) ?? "", plan }] : [];
}

/** The plan without its constants. */
function shapeOf(plan: ErrorPlan): unknown {
  if (plan.kind === "object") return plan.members.map(([key, one]) => [key, shapeOf(one)]);
  if (plan.kind === "array") return { items: plan.items.map(shapeOf) };
  return plan.kind === "value" && isPrimitive(plan.value) ? { type: typeof plan.value } : plan;
}

function constantOf(plan: ErrorPlan | undefined): unknown {
  return plan?.kind === "value" ? plan.value : undefined;
}

function isPrimitive(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}
