import { run } from "@counterpart/toolkit";
import { handlers } from "./handlers.ts";
import { service } from "./service.ts";

await run({ document: new URL("../generated/openapi.json", import.meta.url), handlers, service });
