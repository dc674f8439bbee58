import type { APIRoute } from 'astro';
import { workerStrings } from '~/shared/strings/notices/push';
import worker from '../crm/notices/worker.js?raw';

export const prerender = true;

/** The service worker for notifications. Its URL must never change: browsers check it for updates. */
export const GET: APIRoute = () =>
  new Response(worker.replace('FALLBACK_TITLE', JSON.stringify(workerStrings.fallback)), {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  });
