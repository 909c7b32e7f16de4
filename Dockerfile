# Builds the reference page in a separate stage, so that the final image has no build tools and no npm cache.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY toolkit/client/package.json ./toolkit/client/
COPY toolkit/server/package.json ./toolkit/server/
COPY toolkit/testing/package.json ./toolkit/testing/
COPY toolkit/cli/package.json ./toolkit/cli/
COPY toolkit/cli/node-runtime ./toolkit/cli/node-runtime
COPY scripts/imports/dependency-cruiser ./scripts/imports/dependency-cruiser
COPY mock/stripe/package.json ./mock/stripe/
COPY examples/storefront/package.json ./examples/storefront/
RUN npm ci
COPY . .
RUN npm run docs

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY toolkit/client/package.json ./toolkit/client/
COPY toolkit/server/package.json ./toolkit/server/
# Keeps only the packages of production as workspaces, because npm installs the dependencies of all workspaces.
RUN npm pkg set --json workspaces='["toolkit/client", "toolkit/server"]' && npm pkg delete devDependencies && npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ARG BUILD_REVISION
ENV BUILD_REVISION=$BUILD_REVISION
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY --from=build /app/generated ./generated
COPY toolkit/client ./toolkit/client
COPY toolkit/server ./toolkit/server
COPY server ./server
RUN mkdir -p data node_modules/.cache && chown node:node data node_modules/.cache
USER node
# Fills the compile cache to speed up startup. The first command loads the server, which exits without settings. The second
# loads the modules that are only imported with PostgreSQL and Redis.
RUN node --max-semi-space-size=8 server/main.ts \
 || node --max-semi-space-size=8 --input-type=module -e "import { enableCompileCache } from 'node:module'; \
    enableCompileCache('node_modules/.cache/node'); \
    await import('./server/database/engines/postgres.ts'); \
    await import('./toolkit/server/limiter/redis.ts'); \
    await import('./toolkit/server/telemetry/metrics.ts')"
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=90s --start-interval=1s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
