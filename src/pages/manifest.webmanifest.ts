import type { APIRoute } from 'astro';
import site from '~/content/site.yaml';

export const prerender = true;

export const GET: APIRoute = () =>
  Response.json(
    {
      name: site.titulo,
      short_name: site.nombre,
      description: site.descripcion,
      lang: 'es',
      start_url: '/',
      display: 'browser',
      background_color: '#0B2E2A',
      theme_color: '#0B2E2A',
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
