import type { ProductOption } from "../../domain/product.ts";

/** An option of a product with its values, such as Size with A4 and A3. */
export interface OptionValues {
  name: string;
  values: string[];
}

/** Each combination of the options' values, the last option changing first. */
export function combinationsOf(options: OptionValues[]): ProductOption[][] {
  return options.reduce<ProductOption[][]>(
    (all, { name, values }) => all.flatMap((one) => values.map((value) => [...one, { name, value }])),
    [[]],
  );
}

/** The options of existing variants, in the order in which they first appear. */
export function optionsOf(variants: { options: ProductOption[] }[]): OptionValues[] {
  const found = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    found.set(name, (found.get(name) ?? new Set()).add(value));
  }
  return [...found].map(([name, values]) => ({ name, values: [...values] }));
}

export interface MatrixRow<Variant> {
  options: ProductOption[];
  /** Undefined for a new variant. */
  variant: Variant | undefined;
}

/**
 * A row for each combination, with the variant that has it. One that lacks an option, or has another one more, takes the
 * first free combination that doesn't contradict it.
 * @returns also the variants that are in no row
 */
export function matrixOf<Variant extends { options: ProductOption[] }>(
  combinations: ProductOption[][],
  variants: Variant[],
): { rows: MatrixRow<Variant>[]; others: Variant[] } {
  const left = new Set(variants);
  const take = (fits: (variant: Variant) => boolean) => {
    const found = [...left].find(fits);
    if (found) left.delete(found);
    return found;
  };
  const exact = combinations.map((options) => ({
    options,
    variant: take((one) => isSame(one.options, options)),
  }));
  const rows = exact.map(({ options, variant }) => ({
    options,
    variant:
      variant ?? take((one) => one.options.length !== options.length && !contradicts(one.options, options)),
  }));
  return { rows, others: [...left] };
}

function isSame(some: ProductOption[], others: ProductOption[]): boolean {
  return (
    some.length === others.length && !contradicts(some, others) && some.every(({ name }) => has(others, name))
  );
}

const has = (options: ProductOption[], name: string) => options.some((one) => one.name === name);

function contradicts(some: ProductOption[], others: ProductOption[]): boolean {
  return some.some(({ name, value }) => others.some((other) => other.name === name && other.value !== value));
}
