// Gives React a document, before it is imported.
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<main></main>", { url: "http://localhost" });
Object.assign(globalThis, { window, document: window.document, MutationObserver: window.MutationObserver });
