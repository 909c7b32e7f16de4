export * from "@counterpart/testing/fuzz";
