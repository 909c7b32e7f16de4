import type { components } from "./api.ts";

type Line = Pick<components["schemas"]["Order"]["lines"][number], "name" | "options">;

/**
 * A line's name with its options, `Lambswool scarf – Red`: variants may have the same name. A name that ends with its options,
 * as in a catalog from Shopify, has them once.
 */
export function lineName({ name, options }: Line): string {
  const values = options.map(({ value }) => value).join(" / ");
  return values === "" || name.endsWith(` ${values}`) ? name : `${name} – ${values}`;
}
