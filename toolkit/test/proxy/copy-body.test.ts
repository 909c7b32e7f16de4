import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createCopies } from "../../testing/proxy/copy-body.ts";

/** A stream, and its copy. */
function copied(copies: ReturnType<typeof createCopies>) {
  const stream = new PassThrough();
  const copy = copies.copy(stream);
  return { copy, send: (text: string) => void stream.emit("data", Buffer.from(text)) };
}

test("a body is kept up to its bound", () => {
  const { copy, send } = copied(createCopies(4, 100));
  send("ab");
  send("cd");
  expect(copy.bytes()?.toString()).toBe("abcd");
  send("e");
  expect(copy.isKept()).toBe(false);
  expect(copy.bytes()).toBeUndefined();
});

test("all bodies in transit share a bound, and a released one leaves room", () => {
  const copies = createCopies(10, 12);
  const [first, second] = [copied(copies), copied(copies)];
  first.send("1234567890");
  second.send("123");
  expect(first.copy.isKept()).toBe(true);
  expect(second.copy.isKept()).toBe(false);
  first.copy.release();
  const third = copied(copies);
  third.send("123");
  expect(third.copy.bytes()?.toString()).toBe("123");
});

test("a body that was too large takes no room", () => {
  const copies = createCopies(4, 6);
  const large = copied(copies);
  large.send("123");
  large.send("456");
  large.copy.release();
  const other = copied(copies);
  other.send("1234");
  expect(other.copy.isKept()).toBe(true);
});
