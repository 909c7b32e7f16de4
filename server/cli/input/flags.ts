/** `fontBody` → `font body`. */
export function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** `theme`, `fontBody` → `theme-font-body`. */
export function flagOf(words: string[]): string {
  return words.flatMap((word) => spaced(word).split(" ")).join("-");
}

/** A sentence for each fault, after the option that it is about: `--price: Enter an amount.` */
export function faultsByFlag(faults: Record<string, string>): string {
  const sentences = Object.entries(faults).map(([name, sentence]) => `--${flagOf([name])}: ${sentence}`);
  return sentences.join(" ");
}
