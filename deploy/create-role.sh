#!/bin/sh
# PostgreSQL's image runs this once, on a new database: it makes the role that the servers have, and its database. The
# role owns that one and can do nothing beside it.
set -eu
exec psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cat /run/secrets/counterpart_password`
create role counterpart login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database counterpart owner counterpart;
revoke all on database counterpart, postgres, template1 from public;
SQL
