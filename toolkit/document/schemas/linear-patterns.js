// JavaScript, since `compile-cache.js` imports it before types are stripped: V8 takes what it cached only with the flags
// that it had then.
import { setFlagsFromString } from "node:v8";

// A pattern with repetitions in repetitions, such as `([\w.-]*)*$`, takes V8 twice as long for each further character of
// a text that doesn't match. With this flag it starts again after 50,000 steps back, with an engine whose time is
// proportional to the text. That one knows no assertions, no back references, no flag `u` and few counts.
setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");
