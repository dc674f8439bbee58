import type { APIRoute } from 'astro';
import { type IconName, icons, renderIcon } from '~/landing/icons';

export const prerender = true;

export const getStaticPaths = () => Object.keys(icons).map((icon) => ({ params: { icon } }));

export const GET: APIRoute = async ({ params }) =>
  new Response(new Uint8Array(await renderIcon(params['icon'] as IconName)), {
    headers: { 'content-type': 'image/png' },
  });
