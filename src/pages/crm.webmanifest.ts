import type { APIRoute } from 'astro';
import { crmStrings } from '~/shared/strings/crm';

export const prerender = true;

/** The CRM as an installable app: from any of its screens; it opens with the leads. */
export const GET: APIRoute = () =>
  Response.json(
    {
      id: '/panel',
      name: `${crmStrings.brand} ${crmStrings.product}`,
      short_name: crmStrings.brand,
      lang: 'es',
      start_url: '/panel',
      // Account, agencies and sign-in are screens of the app too.
      scope: '/',
      display: 'standalone',
      background_color: '#F6F1E7',
      theme_color: '#0B2E2A',
      icons: [
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
