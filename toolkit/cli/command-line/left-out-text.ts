/** What a command says about the operations that can't be served. @param name of the document */
export function leftOutText(name: string, count: number): string {
  if (count === 0) return "";
  const what = count === 1 ? "One operation is" : `${count} operations are`;
  return `${what} left out. \`counterpart inspect ${name}\` reports why.\n`;
}
