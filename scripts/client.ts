import { runCommand } from "@counterpart/cli";
import { ofShop } from "./of-shop.ts";

process.exitCode = await runCommand(["client", ...ofShop(process.argv.slice(2))]);
