import type { APIRoute } from 'astro';
import { EDITIONS, pathIn } from '~/shared/editions';

export const prerender = true;

const LISTED = ['/', '/contacto', '/privacidad', '/terminos'] as const;
const PAGES = EDITIONS.flatMap((edition) => LISTED.map((page) => pathIn(edition, page)));

export const GET: APIRoute = ({ site }) => {
  const urls = PAGES.map((page) => `<url><loc>${new URL(page, site)}</loc></url>`).join('');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
};
