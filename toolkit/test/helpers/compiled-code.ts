import { onTestFinished } from "vitest";

/** The source of all functions that this process compiles until the test has finished, such as validators. */
export function compiledCode(): string[] {
  const texts: string[] = [];
  const original = globalThis.Function;
  globalThis.Function = new Proxy(original, {
    construct(target, args) {
      texts.push(String(args.at(-1)));
      return Reflect.construct(target, args);
    },
  });
  onTestFinished(() => {
    globalThis.Function = original;
  });
  return texts;
}
