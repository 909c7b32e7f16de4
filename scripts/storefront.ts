// Starts the example storefront. Buyers of the demo store then return to it after paying, as a merchant would set up.
import { readSettings } from "../examples/storefront/settings.ts";
import { runCli } from "../server/cli/run.ts";

const { API_URL, API_KEY } = process.env;
const silent = { write: () => true };
const cli = (...args: string[]) =>
  runCli(args, { stdout: silent, stderr: silent, env: process.env }).then((exitCode) => exitCode === 0);

// Another shop's store isn't ours to change, and a mock has none. Only reading doesn't create a database.
const sellsHere = API_URL === undefined && API_KEY === undefined && (await cli("stores", "show", "demo"));
if (sellsHere) {
  const { publicUrl } = readSettings(process.env);
  const isSet = await cli(
    ...["stores", "update", "demo", "--success-url", `${publicUrl}/checkout/return`],
    ...["--cancel-url", `${publicUrl}/cart`, "--portal-return-url", `${publicUrl}/account`],
  );
  if (isSet) console.log(`Buyers of the demo store return to ${publicUrl} after paying.`);
}
await import("../examples/storefront/start.ts");
