import { executionAsyncResource } from "node:async_hooks";

const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` makes, so that V8 never collects their hidden class. When a
 * collection finds none of them, it drops the class; `nextTick` then meets another one and looks up each property of
 * each object from then on, which takes eight times as long. A request makes several.
 */
export function retainTickShape(): void {
  process.nextTick(() => void kept.push(executionAsyncResource()));
}
