import type { APIRoute } from 'astro';
import { getSite } from '~/content/site';
import { renderSocialImage } from '~/landing/social-image';

export const prerender = true;

export const GET: APIRoute = async () => {
  const site = await getSite();
  const image = await renderSocialImage(site.nombre, site.titular);
  return new Response(new Uint8Array(image), { headers: { 'content-type': 'image/png' } });
};
