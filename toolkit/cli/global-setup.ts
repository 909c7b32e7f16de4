import { loadDocuments } from "../config/load-config.ts";
import { coverageSetup } from "../coverage/coverage-setup.ts";

/** What `vitest.config.ts` names as `globalSetup`: the coverage of the documents that the configuration lists. */
export default coverageSetup(loadDocuments);
