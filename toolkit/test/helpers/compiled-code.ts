import { onTestFinished } from "vitest";

/** The source texts of the functions that are compiled in this process until the test has finished: validators are such. */
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
