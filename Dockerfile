# Construye el sitio y el CRM, y deja una imagen con lo construido y los dos módulos compilados que necesita.
# La base, fijada por su huella (Node 24.21.0, el índice de todas las arquitecturas). Para renovarla:
# docker buildx imagetools inspect node:24-bookworm-slim
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Lo que queda fijado en las páginas; los demás ajustes se leen al arrancar.
ARG SITE_URL
ARG PUBLIC_CONTACT_WEBHOOK_URL
ARG PUBLIC_CRM_URL
ARG LOST_LEADS_MONTHS
# 'dist' es un enlace a lo construido; en la imagen es la carpeta misma.
RUN npm run build && built=$(readlink -f dist) && rm dist && mv "$built" dist

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 \
    DATABASE_PATH=/data/crm.sqlite MAIL_DIR=/data/mail CRM_CALLED_AS=crm
WORKDIR /app
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/dist ./dist
COPY --from=build /app/node_modules/better-sqlite3 ./node_modules/better-sqlite3
COPY --from=build /app/node_modules/@node-rs ./node_modules/@node-rs
# Las órdenes de quien opera: docker compose exec crm crm check
RUN printf '%s\n' '#!/bin/sh' 'exec node /app/dist/server/crm.mjs "$@"' > /usr/local/bin/crm && chmod 0755 /usr/local/bin/crm
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "dist/server/main.mjs"]
