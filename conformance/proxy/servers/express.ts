import { createApp } from "./express-app.ts";
import { startForEachFault } from "./start.ts";

await startForEachFault(createApp);
