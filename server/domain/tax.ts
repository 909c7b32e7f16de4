/** Whether the payment provider calculates tax, and whether prices include it. */
export const taxModes = ["off", "inclusive", "exclusive"] as const;

export type TaxMode = (typeof taxModes)[number];

export function isTaxMode(text: string): text is TaxMode {
  return taxModes.some((mode) => mode === text);
}
