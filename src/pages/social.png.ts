import type { APIRoute } from 'astro';
import { loadContent } from '~/content/load';
import { renderSocialImage } from '~/landing/social-image';

export const prerender = true;

export const GET: APIRoute = async () => {
  const { site } = loadContent();
  const image = await renderSocialImage(site);
  return new Response(new Uint8Array(image), { headers: { 'content-type': 'image/png' } });
};
