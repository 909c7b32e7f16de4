import { runCommand } from "@counterpart/cli";
import { ofShop } from "./of-shop.ts";

process.exitCode = await runCommand(["mock", ...ofShop(process.argv.slice(2))]);
