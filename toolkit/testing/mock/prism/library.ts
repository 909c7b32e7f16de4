// What only the thread uses of Prism. The published package contains it in one file: it would install 60 MB.
export { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
export { getHttpConfigFromRequest } from "@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js";
