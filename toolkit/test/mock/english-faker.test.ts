import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const isGerman = (file: string) => /@faker-js\/faker\/dist\/de[-_]/.test(file);

test("Prism loads Faker with English only", async () => {
  const hook = new URL("../../mock/prism/english-faker.ts", import.meta.url);
  const worker = new Worker(
    `const files = [];
     require("node:module").registerHooks({
       load: (url, context, next) => {
         files.push(url);
         return next(url, context);
       },
     });
     import(${JSON.stringify(hook.href)}).then(() => {
       require("@stoplight/prism-http");
       require("node:worker_threads").parentPort.postMessage(files);
     });`,
    { eval: true },
  );
  const [files] = (await once(worker, "message")) as [string[]];
  expect(files.some((file) => file.endsWith("/@faker-js/faker/dist/locale/en.js"))).toBe(true);
  expect(files.filter(isGerman)).toEqual([]);
});
