import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import { contentModules } from './src/content/content-modules.ts';
import { islandScripts } from './src/crm/island-scripts.mjs';
import { pagePolicies } from './src/landing/page-csp.mjs';
import { listRoutes } from './src/server/http/list-routes.mjs';

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

/** Programs that share the server's modules and are built beside Astro's own entry. */
const processEntries = {
  'main.mjs': '/src/server/process/boot.ts',
  'app.mjs': '/src/server/main.ts',
  'crm.mjs': '/db/crm.ts',
  'checkpoint-thread.mjs': '/src/server/database/checkpoint-thread.ts',
};

/** @returns {import('vite').Plugin} */
function buildProcessEntries() {
  return {
    name: 'process-entries',
    apply: 'build',
    // The built server carries everything but what is compiled for each machine: it starts sooner and runs without the
    // rest of node_modules. In development CommonJS packages must stay outside.
    config: () => ({
      ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2'] },
      // Vite leaves it to be read when the server runs; React would then check every element as it does in development.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    }),
    applyToEnvironment: (environment) => environment.name === 'ssr',
    buildStart() {
      for (const [fileName, id] of Object.entries(processEntries)) {
        this.emitFile({ type: 'chunk', id, fileName });
      }
    },
  };
}

/**
 * Without streaming @astrojs/react 7.0 leaves out the prefix of an island's ids, which its client does not: ids of two
 * islands may be the same, and React describes a control by ids that are not in the page.
 * @type {import('vite').Plugin}
 */
const prefixIslandIds = {
  name: 'prefix-island-ids',
  transform: {
    filter: { id: /@astrojs\/react\/dist\/server\.js/ },
    handler(code) {
      const fixed = code.replace('renderToString(vnode)', 'renderToString(vnode, renderOptions)');
      if (fixed === code) this.error('@astrojs/react no longer draws as it did: is this still needed?');
      return { code: fixed, map: null };
    },
  },
};

/**
 * React's islands, each of them in the CRM's boundary: the one place through which all of them come.
 * @param {Parameters<typeof react>[0]} options
 * @returns {import('astro').AstroIntegration}
 */
function boundedReact(options) {
  const integration = react(options);
  const setUp = integration.hooks['astro:config:setup'];
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (setup) =>
        setUp?.({
          ...setup,
          addRenderer: (renderer) =>
            setup.addRenderer({ ...renderer, clientEntrypoint: '/src/crm/island-renderer.tsx' }),
        }),
    },
  };
}

/** `npm run dev` has no server/main.ts; this starts what that does beside answering requests. */
const startBackgroundInDev = {
  name: 'start-background-in-dev',
  hooks: {
    'astro:server:setup': (
      /** @type {import('astro').HookParameters<'astro:server:setup'>} */ { server },
    ) => {
      server.httpServer?.once('listening', async () => {
        const { startBackground } = await server.ssrLoadModule('/src/server/process/dev-background.ts');
        await startBackground();
      });
    },
  },
};

/** Static files are compressed once, here; the server only picks the variant that the browser takes. */
const compressStaticFiles = {
  name: 'compress-static-files',
  hooks: {
    'astro:build:done': async (/** @type {import('astro').HookParameters<'astro:build:done'>} */ { dir }) => {
      const folder = fileURLToPath(dir);
      for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!file.isFile() || !/\.(html|css|js|svg|xml|txt|json|webmanifest)$/.test(file.name)) continue;
        const path = join(file.parentPath, file.name);
        const content = await readFile(path);
        if (content.byteLength < 512) continue;
        await writeFile(`${path}.br`, brotliCompressSync(content));
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  },
};

export default defineConfig({
  site: landingSettings.siteUrl,
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  // The policies first: compression must see the pages as they will be served.
  integrations: [
    // The landing's islands are hydrated by their own script, where hot reloading would want Astro's preamble.
    // No page waits for anything while it is drawn: a stream would only cut it up, encode, decode and join it again.
    boundedReact({ exclude: '**/src/landing/**', experimentalDisableStreaming: true }),
    startBackgroundInDev,
    islandScripts(),
    listRoutes(),
    pagePolicies(),
    compressStaticFiles,
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
      scriptDirective: { hashes: [hashOf('src/crm/keep-early-input.js'), hashOf('src/crm/tell-crash.js')] },
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
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
    },
  },
  vite: {
    plugins: [contentModules(), tailwindcss(), buildProcessEntries(), prefixIslandIds],
    // Nothing becomes a data: URI; the landing's one small script belongs in its HTML.
    build: { assetsInlineLimit: (path) => path.endsWith('.js') },
  },
});
