#!/bin/sh
# Runs the project's own tests through the proxy, which checks every exchange with the server.
set -eu
counterpart() { node "$(dirname "$0")/../../toolkit/cli/bin/counterpart.ts" "$@"; }

counterpart proxy "$DOCUMENT" --to "$PROXY_TO" --format github -- sh -c "$PROXY_RUN"
