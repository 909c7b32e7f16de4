// The exports for tools that answer as the mock does. Loads no server.

export { replyFitter } from "./mock/replies/fit-reply.ts";
export { bodyText } from "./mock/send-reply.ts";
export { prepareStubResponses, stubResponses } from "./mock/stub-responses.ts";
