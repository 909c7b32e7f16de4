import { expect, test } from "vitest";
import { readConfig } from "../../server/process/config.ts";

test("limits can't be set for a document without any", () => {
  expect(() => readConfig({ RATE_LIMITS: "reads=5" }, {}, () => ({}))).toThrow(
    'RATE_LIMITS must not be set, since the document has no rate limits: leave "reads=5" out',
  );
});

test("a development server refuses to listen on a reachable address, for any document", () => {
  expect(() => readConfig({ HOST: "0.0.0.0" }, {}, () => ({}))).toThrow(
    "- HOST must be a loopback address such as 127.0.0.1 outside production, because a server in development may accept any " +
      "caller: set NODE_ENV=production, or ALLOW_REMOTE_DEVELOPMENT=true if that is what you want",
  );
});
