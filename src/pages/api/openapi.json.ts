import type { APIRoute } from 'astro';
import { describeApi } from '~/server/openapi/document';

/** Made by the build, as making it takes longer than anybody should wait for a request. */
export const prerender = true;

/** What is open to programs, as OpenAPI 3.1. */
export const GET: APIRoute = async ({ url }) =>
  Response.json(await describeApi(url.origin), { headers: { 'content-type': 'application/json' } });
