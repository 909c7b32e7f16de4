import { coverageSetup } from "@counterpart/testing/coverage";
import { loadDocuments } from "../config/load-config.ts";

/** The `globalSetup` of `vitest.config.ts`: measures coverage of the configured documents. */
export default coverageSetup(loadDocuments);
