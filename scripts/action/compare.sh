#!/bin/sh
# Compares the document with the one of the base branch.
set -eu
counterpart() { node "$(dirname "$0")/../../toolkit/cli/bin/counterpart.ts" "$@"; }

# By default, a checkout has only its own commit.
git fetch --quiet --depth=1 origin "$BASE"
base=$(git rev-parse FETCH_HEAD)
if ! git cat-file -e "$base:$DOCUMENT" 2> /dev/null; then
  echo "$BASE has no $DOCUMENT, so there is nothing to compare with."
  exit 0
fi
counterpart compare "$base:$DOCUMENT" "$DOCUMENT" --format markdown >> "${GITHUB_STEP_SUMMARY:-/dev/null}" || true
counterpart compare "$base:$DOCUMENT" "$DOCUMENT" --format github
