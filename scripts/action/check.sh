#!/bin/sh
# Lints the document, and reports what can't be served.
set -eu
counterpart() { node "$(dirname "$0")/../../toolkit/cli/bin/counterpart.ts" "$@"; }

counterpart check "$DOCUMENT" --format markdown >> "${GITHUB_STEP_SUMMARY:-/dev/null}" || true
counterpart check "$DOCUMENT" --format github
