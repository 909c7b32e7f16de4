export * from "@counterpart/testing";
