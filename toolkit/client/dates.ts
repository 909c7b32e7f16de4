/**
 * Where a value has dates: itself, by its format, or within it. `#Pet` is the plan of that name; of several, each
 * applies.
 */
export type DatePlan = "date" | "date-time" | `#${string}` | DatePlan[] | ObjectPlan | ListPlan | Alternative;

interface ObjectPlan {
  properties?: Record<string, DatePlan | null>;
  /** Of properties without a name. */
  others?: DatePlan;
}

interface ListPlan {
  /** Of the first items, one by one. */
  first?: (DatePlan | null)[];
  items?: DatePlan;
  /** Of each item of a stream. */
  each?: DatePlan;
}

/** Applies to objects that have one of the values in the property. */
interface Alternative {
  when: [property: string, values: unknown[]];
  plan: DatePlan;
}

/** Plans by name. */
export type DateTable = Record<string, DatePlan>;

/**
 * Copies a value with a `Date` for each text that is a date, or a date and time with an offset (RFC 3339). Others stay
 * text.
 */
export function parseDates(table: DateTable, plan: DatePlan | undefined, value: unknown): unknown {
  return mapDates(table, plan, value, (one) => (typeof one === "string" ? (dateOf(one) ?? one) : one));
}

/**
 * Copies a value with the text of its format for each `Date`.
 * @throws RangeError for an invalid `Date`
 */
export function dateTexts(table: DateTable, plan: DatePlan | undefined, value: unknown): unknown {
  return mapDates(table, plan, value, (one, format) => {
    if (!(one instanceof Date)) return one;
    const [day, time] = one.toISOString().split("T");
    return format === "date" ? day : `${day}T${time}`;
  });
}

function mapDates(
  table: DateTable,
  plan: DatePlan | null | undefined,
  value: unknown,
  change: (value: unknown, format: string) => unknown,
): unknown {
  const map = (one: DatePlan | null | undefined, within: unknown) => mapDates(table, one, within, change);
  if (!plan) return value;
  if (typeof plan === "string") {
    return plan.startsWith("#") ? map(table[plan.slice(1)], value) : change(value, plan);
  }
  if (Array.isArray(plan)) return plan.reduce((changed: unknown, one) => map(one, changed), value);
  if (Array.isArray(value)) {
    const { first = [], items } = plan as ListPlan;
    return value.map((one, index) => map(index < first.length ? first[index] : items, one));
  }
  if (typeof value !== "object" || value === null) return value;
  if ("each" in plan) return isItems(value) ? mapItems(value, (item) => map(plan.each, item)) : value;
  // Not a Blob, for example.
  if (Object.prototype.toString.call(value) !== "[object Object]") return value;
  const object = value as Record<string, unknown>;
  if ("when" in plan) {
    const [name, values] = plan.when;
    return values.includes(object[name]) ? map(plan.plan, object) : object;
  }
  const { properties = {}, others } = plan as ObjectPlan;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [
      name,
      map(Object.hasOwn(properties, name) ? properties[name] : others, one),
    ]),
  );
}

/** A stream of bytes isn't one of items. */
function isItems(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && !("getReader" in value);
}

async function* mapItems(items: AsyncIterable<unknown>, map: (item: unknown) => unknown) {
  for await (const item of items) yield map(item);
}

const dateText = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$/;

/** A date is its beginning in UTC, and a leap second the second after it. Fractions are cut to milliseconds. */
function dateOf(text: string): Date | undefined {
  const [, day = "", minute, second = "", fraction = "", zone = ""] = dateText.exec(text) ?? [];
  const start = new Date(day);
  // Some engines read February 30 as March 2.
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  if (minute === undefined) return start;
  const isLeap = second === "60";
  const time = Date.parse(
    `${day}T${minute}:${isLeap ? "59" : second}${fraction.slice(0, 4)}${zone.toUpperCase()}`,
  );
  return Number.isNaN(time) ? undefined : new Date(time + (isLeap ? 1000 : 0));
}
