// A process that migrates a database and prints what it applied.
import { openEngine } from "../../../server/database/database.ts";

const engine = await openEngine(process.argv[2] ?? "");
console.log(JSON.stringify(await engine.migrate()));
await engine.close();
