import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import node from '@astrojs/node';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import { boundedReact } from './src/build/bounded-react.mjs';
import { devServer } from './src/build/dev-server.mjs';
import { finishFiles } from './src/build/finish-files.mjs';
import { listRoutes } from './src/build/list-routes.mjs';
import { buildProcessEntries } from './src/build/process-entries.mjs';
import { describeUnfinishedFiles } from './src/content/before-publishing.ts';
import { contentModules } from './src/content/content-modules.ts';
import { listNearMisses } from './src/content/near-misses.ts';
import { renderSocialImage } from './src/landing/social-image.ts';

const landingSettings = {
  contactWebhook: process.env.PUBLIC_CONTACT_WEBHOOK_URL || '/webhook/contacto',
  siteUrl: process.env.SITE_URL || 'http://localhost:4321',
};

/** The form may post only to the enquiry host; that host's 303 redirect stays on the host itself. */
const enquiryOrigin = /^https?:/.test(landingSettings.contactWebhook)
  ? [new URL(landingSettings.contactWebhook).origin]
  : [];

/**
 * The CSP hash that lets a page run this file as an inline script, byte for byte.
 * @param {string} file
 * @returns {`sha256-${string}`}
 */
function hashOf(file) {
  return `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;
}

/** What every CRM page loads, and the panel. */
const FIRST = ['island-renderer.tsx', 'panel/LeadsPanel.tsx', 'ui/toasts/Toaster.tsx'];

/** @type {Set<string>} */
const first = new Set();

/**
 * Puts what the panel needs at once, and other islands need too, in one file: else it would be sixty.
 * @param {string} id
 * @param {import('vite').Rolldown.ChunkingContext} context
 */
function nameBase(id, context) {
  if (first.size === 0) {
    for (const file of FIRST) first.add(resolve('src/crm', file));
    for (const found of first) for (const next of context.getModuleInfo(found)?.importedIds ?? []) first.add(next);
  }
  return first.has(id) ? 'base' : null;
}

/**
 * What editors are asked and told comes last, with the pages' weight, so that they see it at the end of the build log.
 * @type {import('astro').AstroIntegration}
 */
const askEditors = {
  name: 'textos',
  hooks: {
    'astro:build:done': async ({ logger }) => {
      for (const question of await listNearMisses()) logger.warn(question);
      const unfinished = await describeUnfinishedFiles();
      if (unfinished) logger.warn(unfinished);
    },
  },
};

const content = () => contentModules(renderSocialImage);

export default defineConfig({
  site: landingSettings.siteUrl,
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    // The landing hydrates its islands itself; React's hot reload would need Astro's preamble there.
    boundedReact({ exclude: '**/src/landing/**' }),
    devServer,
    listRoutes(),
    askEditors,
    finishFiles,
  ],
  server: { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT) || 4321 },
  session: false,
  markdown: { syntaxHighlight: false },
  // 'jsx', the default, swallows line breaks between inline elements and runs Spanish sentences together.
  compressHTML: true,
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  security: {
    // Astro's check cannot exempt the enquiry form and trusts Host. Pages are drawn for GET only (src/server/http/serve.ts);
    // everything else is an endpoint, and endpoint.ts beside it checks the sender of each change that comes without a token.
    checkOrigin: false,
    csp: {
      scriptDirective: {
        hashes: ['drop-second-press', 'keep-early-input', 'tell-crash'].map((name) => hashOf(`src/crm/${name}.js`)),
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
      // Quoted by the privacy page.
      LOST_LEADS_MONTHS: envField.number({ context: 'server', access: 'public', default: 0 }),
    },
  },
  vite: {
    plugins: [content(), tailwindcss(), buildProcessEntries()],
    // The landing's islands are built like workers and need the editors' texts too.
    worker: { plugins: () => [content()] },
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: nameBase, minShareCount: 2 }] } } },
        },
      },
    },
    // Only scripts are inlined (the landing has one small one in its HTML); nothing becomes a data: URI.
    build: { assetsInlineLimit: (path) => path.endsWith('.js') },
  },
});
