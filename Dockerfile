# Construye el sitio y el CRM, y deja una imagen con lo construido y los dos módulos compilados que necesita.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# Lo que queda fijado en las páginas; los demás ajustes se leen al arrancar.
ARG SITE_URL
ARG PUBLIC_CONTACT_WEBHOOK_URL
ARG PUBLIC_CRM_URL
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 \
    DATABASE_PATH=/data/crm.sqlite MAIL_DIR=/data/mail
WORKDIR /app
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/dist ./dist
COPY --from=build /app/node_modules/better-sqlite3 ./node_modules/better-sqlite3
COPY --from=build /app/node_modules/@node-rs ./node_modules/@node-rs
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=512", "dist/server/main.mjs"]
