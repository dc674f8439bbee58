import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import node from '@astrojs/node';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import { boundedReact } from './src/build/bounded-react.mjs';
import { bundleIslands } from './src/build/bundle-islands.mjs';
import { compressStaticFiles } from './src/build/compress-files.mjs';
import { devDoor } from './src/build/dev-door.mjs';
import { listRoutes } from './src/build/list-routes.mjs';
import { pagePolicies } from './src/build/page-policies.mjs';
import { buildProcessEntries } from './src/build/process-entries.mjs';
import { tellRoom } from './src/build/tell-room.mjs';
import { contentModules } from './src/content/content-modules.ts';
import { listNearMisses } from './src/content/near-misses.ts';
import { renderSocialImage } from './src/landing/social-image.ts';

const landingSettings = {
  contactWebhook: process.env.PUBLIC_CONTACT_WEBHOOK_URL || '/webhook/contacto',
  siteUrl: process.env.SITE_URL || 'http://localhost:4321',
};

/** The form may only post to the enquiry host; a 303 from there stays on that host. */
const enquiryOrigin = /^https?:/.test(landingSettings.contactWebhook)
  ? [new URL(landingSettings.contactWebhook).origin]
  : [];

/**
 * What the policy says to allow a script that stands in a page's HTML as it is in its file.
 * @param {string} file
 * @returns {`sha256-${string}`}
 */
function hashOf(file) {
  return `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;
}

/**
 * Asks last, where an editor reads it.
 * @type {import('astro').AstroIntegration}
 */
const askEditors = {
  name: 'textos',
  hooks: {
    'astro:build:done': async ({ logger }) => {
      for (const question of await listNearMisses()) logger.warn(question);
    },
  },
};

const content = () => contentModules(({ site }) => renderSocialImage(site));

export default defineConfig({
  site: landingSettings.siteUrl,
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  // The policies first: compression must see the pages as they will be served.
  integrations: [
    // The landing's islands are hydrated by their own script, where hot reloading would want Astro's preamble.
    boundedReact({ exclude: '**/src/landing/**' }),
    devDoor,
    bundleIslands(),
    listRoutes(),
    pagePolicies(),
    compressStaticFiles,
    askEditors,
    tellRoom,
  ],
  server: { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT) || 4321 },
  session: false,
  markdown: { syntaxHighlight: false },
  // 'jsx', the default, swallows line breaks between inline elements and runs Spanish sentences together.
  compressHTML: true,
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  security: {
    // Its check has no exception for the enquiry form and trusts Host; src/middleware.ts does it instead.
    checkOrigin: false,
    csp: {
      scriptDirective: {
        hashes: ['keep-early-input', 'tell-crash', 'load-islands'].map((name) =>
          hashOf(`src/crm/${name}.js`),
        ),
      },
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        `form-action ${["'self'", ...enquiryOrigin].join(' ')}`,
        "base-uri 'none'",
        "object-src 'none'",
      ],
    },
  },
  env: {
    schema: {
      PUBLIC_CONTACT_WEBHOOK_URL: envField.string({
        context: 'server',
        access: 'public',
        default: '/webhook/contacto',
      }),
      PUBLIC_CRM_URL: envField.string({ context: 'server', access: 'public', default: '' }),
      // The privacy page says it.
      LOST_LEADS_MONTHS: envField.number({ context: 'server', access: 'public', default: 0 }),
    },
  },
  vite: {
    plugins: [content(), tailwindcss(), buildProcessEntries()],
    // The landing's islands are bundled as a worker is, and say the editors' words, too.
    worker: { plugins: () => [content()] },
    // Nothing becomes a data: URI; the landing's one small script belongs in its HTML.
    build: { assetsInlineLimit: (path) => path.endsWith('.js') },
  },
});
