/** The identifiers in a text of types, without those in strings and comments, and without the names of properties. */
export function usedNames(text: string): Set<string> {
  const code = text.replaceAll(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/.*/g, '""');
  return new Set(
    code.match(/(?<![\p{ID_Continue}$.])[\p{ID_Start}_$][\p{ID_Continue}$]*(?![\p{ID_Continue}$]|\??:)/gu),
  );
}
