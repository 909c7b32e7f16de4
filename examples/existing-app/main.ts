import { createApp } from "./app.ts";
import { enforce, move, report } from "./steps.ts";
import { createTools } from "./tools.ts";

const tools = createTools();
const steps = { none: [], report: [report()], enforce: [enforce()], move: [move(tools)] };
const step = (process.argv[2] ?? "report") as keyof typeof steps;
const port = Number(process.env.PORT ?? 3000);
createApp(steps[step], tools).listen(port, () => console.log(`http://localhost:${port}, step: ${step}`));
