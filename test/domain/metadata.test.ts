import { expect, test } from "vitest";
import { metadataAtProvider } from "../../server/domain/metadata.ts";

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${n}`, ""]));

test("our own entries are never replaced or left out", () => {
  expect(metadataAtProvider({ storeId: "theirs", campaign: "autumn" }, { storeId: "ours" })).toEqual({
    storeId: "ours",
    campaign: "autumn",
  });
  const full = metadataAtProvider({ ...many(50), storeId: "theirs" }, { storeId: "ours", id: "1" });
  expect(Object.keys(full)).toHaveLength(50);
  expect(full).toMatchObject({ "key 47": "", storeId: "ours", id: "1" });
  expect(full).not.toHaveProperty("key 48");
});
