import { expect, test } from "vitest";
import { findMediaType, matchesMediaType, sendableMediaType } from "../../document/media-types.ts";

test.each([
  ["*/*", "application/octet-stream"],
  ["application/*", "application/octet-stream"],
  ["image/*", "image/png"],
  ["text/*; charset=utf-8", "text/plain"],
  ["application/*+json", "application/x+json"],
  ["chemical/*", "application/octet-stream", false],
  ["application/problem+json", "application/problem+json"],
  ["text/csv; header=present", "text/csv; header=present"],
])("for %s can be sent %s", (range, type, isWithin = true) => {
  expect(sendableMediaType(range)).toBe(type);
  expect(matchesMediaType(range, type)).toBe(isWithin);
});

test.each([
  ["application/*+json", "application/problem+json", true],
  ["application/*+json", "application/json", false],
  ["application/*+json", "application/+json", false],
  ["image/*", "image/svg+xml", true],
  ["image/*", "imagery/png", false],
])("of %s is %s: %j", (range, type, isWithin) => {
  expect(matchesMediaType(range, type)).toBe(isWithin);
});

test.each([
  ["text/csv", "text/csv"],
  ["text/plain", "text/*"],
  ["image/png", "*/*"],
  ["application/problem+json; charset=utf-8", "application/*+json"],
])("of several that match, %s is the narrowest: %s", (given, found) => {
  const documented = ["*/*", "text/*", "text/csv", "application/*", "application/*+json"];
  expect(findMediaType(documented, given)).toBe(found);
});
