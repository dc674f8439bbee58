import type { APIRoute } from 'astro';

export const prerender = true;

const PAGES = ['/', '/mx', '/contacto', '/privacidad', '/terminos'];

export const GET: APIRoute = ({ site }) => {
  const urls = PAGES.map((page) => `<url><loc>${new URL(page, site)}</loc></url>`).join('');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
};
