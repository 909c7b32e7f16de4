import type { Product, ProductOption } from "./product.ts";

type Variant = Pick<Product, "options" | "stock">;

/** An option with each of its values. */
export interface OptionSignals {
  name: string;
  values: { value: string; exists: boolean; isAvailable: boolean }[];
}

/**
 * The variants that have the wanted options. Without one, the least important option is dropped, and so on.
 * @param preferences names of options, the most important first; others are the least important
 */
export function chooseVariants<V extends Variant>(
  variants: V[],
  wanted: ProductOption[],
  preferences: string[],
): { selected: ProductOption[]; chosen: V[] } {
  const rank = ({ name }: ProductOption) => preferences.indexOf(name) + 1 || Number.POSITIVE_INFINITY;
  const kept = [...wanted].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  while (kept.length > 0 && !variants.some((one) => hasOptions(one, kept))) kept.pop();
  return {
    selected: wanted.filter((one) => kept.includes(one)),
    chosen: variants.filter((one) => hasOptions(one, kept)),
  };
}

/** Whether each value of each option can be combined with what is selected of the other options. */
export function optionSignals(variants: Variant[], selected: ProductOption[]): OptionSignals[] {
  return optionsOf(variants).map(({ name, values }) => {
    const others = selected.filter((one) => one.name !== name);
    return {
      name,
      values: values.map((value) => {
        const having = variants.filter((one) => hasOptions(one, [...others, { name, value }]));
        return { value, exists: having.length > 0, isAvailable: having.some(({ stock }) => stock !== 0) };
      }),
    };
  });
}

/** The options of all variants, with their different values. */
export function optionsOf(variants: Pick<Variant, "options">[]): { name: string; values: string[] }[] {
  const all = variants.flatMap(({ options }) => options);
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, given]) => ({
    name,
    values: [...new Set(given.map(({ value }) => value))],
  }));
}

function hasOptions({ options }: Pick<Variant, "options">, wanted: ProductOption[]): boolean {
  return wanted.every(({ name, value }) =>
    options.some((option) => option.name === name && option.value === value),
  );
}
