/** Bounds on what is kept, since header values come from anybody. */
const mostTexts = 100;
const longestText = 200;

/** Remembers a function's results, for texts that repeat as header values do. */
export function rememberResults<Result>(find: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined || results.has(text)) return known as Result;
    const result = find(text);
    if (text.length > longestText) return result;
    if (results.size === mostTexts) results.clear();
    results.set(text, result);
    return result;
  };
}
