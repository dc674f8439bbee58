import type { APIRoute } from 'astro';
import site from '~/content/site.yaml';
import { renderSocialImage } from '~/landing/social-image';

export const prerender = true;

export const GET: APIRoute = async () => {
  const image = await renderSocialImage(site);
  return new Response(new Uint8Array(image), { headers: { 'content-type': 'image/png' } });
};
