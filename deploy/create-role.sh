#!/bin/sh
# PostgreSQL's image runs this once, on a new database. Creates the servers' role and its database. The role has no
# other permissions.
set -eu
exec psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cat /run/secrets/counterpart_password`
create role counterpart login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database counterpart owner counterpart;
revoke all on database counterpart, postgres, template1 from public;
SQL
