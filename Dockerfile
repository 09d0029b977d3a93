# The image of web processes and workers; they differ in the setting ROLES.
# docs/how-to/install.md describes how to run it.

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

FROM base AS build
COPY . .
# No package needs its install script here.
RUN npm ci --ignore-scripts
RUN node models/src/build.ts
RUN LIGHTWELL_BUILD=production node scripts/build.ts

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --workspaces=false \
  && rm -r node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32

FROM base
# A new volume gets the owner of the folder on which it is mounted.
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/models/built models/built
COPY --from=build /app/dist dist
COPY package.json LICENSE NOTICE ./
COPY models/hashes.json models/
COPY scripts/admin.ts scripts/doctor.ts scripts/guard-node.mjs scripts/
COPY tools/build/fingerprint.ts tools/build/
COPY tools/cli tools/cli
COPY tools/operator tools/operator
COPY contract contract
COPY locales locales
COPY machines/lifecycle machines/lifecycle
COPY machines/model machines/model
COPY server server
ENV NODE_ENV=production RUN_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
EXPOSE 8787
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The exec form: node is the process that gets the stop signal.
CMD ["node", "server/main.ts"]
