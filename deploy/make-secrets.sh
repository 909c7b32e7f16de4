#!/bin/sh
# Creates missing files in secrets/, which compose.yaml mounts into the containers. Existing files are kept. Stripe's two
# secrets come from STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or from a prompt.
set -eu
cd "$(dirname "$0")/.."
# Only the owner can enter the folder. The files are world-readable, because the containers' users differ from it.
mkdir -p secrets
chmod 700 secrets

keep() { # name value
  [ -s "secrets/$1" ] || { printf '%s\n' "$2" > "secrets/$1" && chmod 644 "secrets/$1"; }
}
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
ask() { # name, environment variable, prefix
  [ -s "secrets/$1" ] && return
  eval "value=\${$2:-}"
  if [ -z "$value" ] && [ -t 0 ]; then
    printf '%s (%s…): ' "$2" "$3" >&2
    stty -echo && read -r value && stty echo && echo >&2
  fi
  case "$value" in
    "$3"* | "${4:-$3}"*) keep "$1" "$value" ;;
    *) echo "$2 must begin with $3${4:+ or $4}." >&2 && exit 1 ;;
  esac
}

ask stripe_secret_key STRIPE_SECRET_KEY sk_ rk_
ask stripe_webhook_secret STRIPE_WEBHOOK_SECRET whsec_
keep postgres_password "$(random)"
keep counterpart_password "$(random)"
keep database_url "postgres://counterpart:$(cat secrets/counterpart_password)@postgres:5432/counterpart"
if [ ! -s secrets/redis_url ] || [ ! -s secrets/redis_users ]; then
  password=$(random)
  rm -f secrets/redis_url secrets/redis_users
  keep redis_url "redis://counterpart:$password@redis:6379"
  keep redis_users "user default on nopass resetkeys resetchannels -@all +ping
user counterpart on >$password resetchannels ~counterpart:* +@all -@admin -@dangerous"
fi
