export interface Fault {
  name: string;
  group: string;
  /** The operations whose exchanges show it. */
  operations: string[];
  /** Whether one exchange isn't enough to see it. */
  isOfSeveral: boolean;
}

// Each server in `servers/` has all of them, one per port. What a server gets wrong is in its code under this name.
const byGroup: Record<string, Record<string, string>> = {
  "values in the response": {
    getParcel: `missing-field missing-nested-field extra-field number-as-string boolean-as-number null-for-string
      null-left-out enum-in-capitals date-time-without-t date-with-dots email-without-host weight-of-zero repeated-tags
      wrapped-in-data other-error-body`,
    listParcels: "bare-list null-for-empty-list id-without-prefix last-row-incomplete gzip-with-wrong-type",
    "createParcel getParcel": "rounded-int64",
    createQuote: "price-as-string price-with-float-error",
    getDailyReport: "csv-with-semicolons",
    listDepots: "object-for-list locker-without-slots",
    getDepot: "fraction-for-integer unknown-kind",
  },
  "the response's bytes": {
    getParcel: "truncated-json empty-body latin1-json repeated-key",
    listParcels: "warning-before-json gzip-in-name-only gzip-cut-short",
    createParcel: "body-sent-twice",
    createQuote: "nan-in-json",
    getLabel: "latin1-text connection-cut",
    listDepots: "json-with-bom",
  },
  "status, media type and headers": {
    getParcel: "html-error html-for-json no-request-id request-id-is-number etag-without-quotes",
    listParcels: "rate-limit-in-words status-403-for-401 quote-is-500",
    createParcel: "status-202-for-201 status-200-for-201 status-422-for-400 emoji-is-500 no-location",
    replaceParcel: "no-etag",
    deleteParcel: "status-200-for-204",
    getLabel: "missing-is-500",
    getDailyReport: "json-for-csv",
    listDepots: "no-content-type",
    deleteDepot: "undocumented-method",
    listAdminParcels: "undocumented-path",
  },
  "invalid requests that are accepted": {
    listParcels: "accepts-unknown-status accepts-huge-limit",
    createParcel: `accepts-missing-field accepts-wrong-type accepts-overweight accepts-unknown-field
      accepts-bad-email accepts-broken-json accepts-text-plain accepts-no-body`,
    updateParcel: "accepts-empty-patch",
    addPhoto: "accepts-no-photo",
    createQuote: "accepts-unknown-country",
    getDailyReport: "accepts-bad-date accepts-missing-date",
    getDepot: "accepts-bad-path",
  },
  credentials: {
    getParcel: "no-key-check accepts-any-key reads-others-parcels",
    deleteParcel: "no-key-on-delete",
  },
  "what several requests show": {
    getParcel: "etag-always-changes head-is-404 head-has-other-etag always-304",
    listParcels: "repeated-rows ignored-limit ignored-filter ignored-cursor list-keeps-deleted",
    createParcel: "create-changes-sender create-cuts-sender",
    "createParcel getParcel": "location-leads-nowhere create-stores-nothing",
    replaceParcel: "second-put-fails put-answers-old if-match-ignored rejects-null",
    "replaceParcel getParcel": "put-loses-tags put-stores-nothing",
    "replaceParcel updateParcel getParcel": "etag-never-changes",
    updateParcel: "patch-does-nothing",
    "updateParcel getParcel": "patch-clears-the-rest",
    "deleteParcel getParcel": "delete-does-nothing",
  },
};

const groupsOfSeveral = ["credentials", "what several requests show"];

export const faults: Fault[] = Object.entries(byGroup).flatMap(([group, byOperations]) =>
  Object.entries(byOperations).flatMap(([operations, names]) =>
    names.split(/\s+/).map((name) => ({
      name,
      group,
      operations: operations.split(" "),
      isOfSeveral: groupsOfSeveral.includes(group),
    })),
  ),
);
