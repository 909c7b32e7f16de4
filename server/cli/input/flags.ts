/** `fontBody` → `font body`. */
export function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** `theme`, `fontBody` → `theme-font-body`. */
export function flagOf(words: string[]): string {
  return words.flatMap((word) => spaced(word).split(" ")).join("-");
}
