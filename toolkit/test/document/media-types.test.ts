import { expect, test } from "vitest";
import { findMediaType, matchesMediaType, sendableMediaType } from "../../server/document/media-types.ts";

test.each([
  ["*/*", "application/json"],
  ["application/*", "application/json"],
  ["image/*", "image/png"],
  ["text/*; charset=utf-8", "text/plain"],
  ["application/*+json", "application/x+json"],
  ["chemical/*", "application/octet-stream", false],
  ["application/problem+json", "application/problem+json"],
  ["text/csv; header=present", "text/csv; header=present"],
])("%s may be sent as %s", (range, type, isWithin = true) => {
  expect(sendableMediaType(range)).toBe(type);
  expect(matchesMediaType(range, type)).toBe(isWithin);
});

test.each([
  ["application/*+json", "application/problem+json", true],
  ["application/*+json", "application/json", false],
  ["application/*+json", "application/+json", false],
  ["image/*", "image/svg+xml", true],
  ["image/*", "imagery/png", false],
])("of %s, %s is chosen: %j", (range, type, isWithin) => {
  expect(matchesMediaType(range, type)).toBe(isWithin);
});

test.each([
  ["text/csv", "text/csv"],
  ["text/plain", "text/*"],
  ["image/png", "*/*"],
  ["application/problem+json; charset=utf-8", "application/*+json"],
])("among several matches, %s is the narrowest: %s", (given, found) => {
  const documented = ["*/*", "text/*", "text/csv", "application/*", "application/*+json"];
  expect(findMediaType(documented, given)).toBe(found);
});

const versions = ["application/json", "application/json; version=1", 'application/json; version="2"; a=b'];
test.each([
  ["application/json", versions, "application/json"],
  ["application/json; version=1", versions, "application/json; version=1"],
  ["application/json;a=b; VERSION=2", versions, 'application/json; version="2"; a=b'],
  ["application/json; version=3", versions, "application/json"],
  ["application/json; version=3", versions.slice(1), undefined],
  ["application/json", versions.slice(1), "application/json; version=1"],
  ["application/json; charset=UTF-8", ["application/json; charset=utf-8"], "application/json; charset=utf-8"],
  ["text/csv; header=present", ["text/*", "text/*; header=absent"], "text/*"],
])("%s of %j is %s", (given, documented, found) => {
  expect(findMediaType(documented, given)).toBe(found);
});
