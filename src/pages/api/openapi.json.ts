import type { APIRoute } from 'astro';
import { describeApi } from '~/server/openapi/document';

/** Built, because generating it takes longer than a request should. */
export const prerender = true;

/** The API open to programs, as OpenAPI 3.1. */
export const GET: APIRoute = async ({ url }) =>
  Response.json(await describeApi(url.origin), { headers: { 'content-type': 'application/json' } });
