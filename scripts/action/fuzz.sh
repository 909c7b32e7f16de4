#!/bin/sh
# Tests a running server. Credentials come from the environment, as in API_KEY.
set -eu
counterpart() { node "$(dirname "$0")/../../toolkit/cli/bin/counterpart.ts" "$@"; }

counterpart fuzz "$DOCUMENT" --url "$FUZZ_URL" --format github
