/** A sentence for each fault, after the option that it is about: `--price: Enter an amount.` */
export function faultsByFlag<Name extends string>(
  flags: Record<Name, string>,
  faults: Partial<Record<Name, string>>,
): string {
  const sentences = Object.entries<string>(faults as Record<string, string>);
  return sentences.map(([name, sentence]) => `${flags[name as Name]}: ${sentence}`).join(" ");
}
