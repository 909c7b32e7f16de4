import { coverageSetup } from "@counterpart/testing/coverage/coverage-setup";
import { loadDocuments } from "../config/load-config.ts";

/** What `vitest.config.ts` names as `globalSetup`: the coverage of the documents that the configuration lists. */
export default coverageSetup(loadDocuments);
