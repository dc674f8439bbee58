import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { EDITIONS, pathIn } from '~/shared/editions';
import { AppError } from '../app-error';
import { getSettings } from '../env';
import type { Visit } from './visit';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const REFUSED_METHODS = new Set(['TRACE', 'CONNECT', 'TRACK']);

/** Why this request must be refused, or null. */
export function findRefusal(request: IncomingMessage): AppError | null {
  if (REFUSED_METHODS.has(request.method ?? ''))
    return new AppError('method_not_allowed', { message: 'Ese método no se acepta.' });
  if (!hasSoundTarget(request.url ?? '')) return new AppError('malformed', { message: 'La dirección no se entiende.' });
  if (request.headersDistinct.host?.length !== 1)
    return new AppError('malformed', { message: 'El pedido no dice a qué sitio va.' });
  return ownHosts().has(hostOf(request)) || formerHosts().has(hostOf(request)) ? null : new AppError('misdirected');
}

const hostOf = (request: IncomingMessage) => request.headers.host?.toLowerCase() ?? '';

const THANKS_PAGES = EDITIONS.map((edition) => pathIn(edition, '/gracias'));
const FILES_OF_PAGES = /^\/(?:_astro|fonts)\//;

/** What follows a form that was sent from a page of the former site. */
const isThanks = (path: string) => THANKS_PAGES.includes(path.replace(/\/$/, '')) || FILES_OF_PAGES.test(path);

/**
 * Where a request to a former name of this site is to go; null if it is answered here. A form that a browser sends is,
 * with its thanks page: the page it was on lets it go nowhere else (CSP form-action, also for redirects).
 */
export function findMove(request: IncomingMessage): { status: 307 | 308; location: string } | null {
  if (ownHosts().has(hostOf(request)) || !formerHosts().has(hostOf(request))) return null;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const stays = isRead ? isThanks(decodePath(request)) : request.headers['sec-fetch-mode'] === 'navigate';
  return stays ? null : { status: isRead ? 308 : 307, location: getSettings().SITE_URL + request.url };
}

/** Whose pages may send a request: only this site's, or also the landing elsewhere and programs. */
export type Sender = 'this site' | 'outside';

/** Checks the sender by Fetch Metadata or Origin; programs send neither. Throws AppError `forbidden_origin`. */
export function requireSender(visit: Visit, sender: Sender): void {
  if (visit.header('sec-fetch-site') === 'same-origin') return;
  const { SITE_URL, LANDING_ORIGINS } = getSettings();
  const origin = visit.header('origin');
  if (origin === SITE_URL) return;
  if (sender === 'outside' && (origin === null || LANDING_ORIGINS.includes(origin))) return;
  throw new AppError('forbidden_origin');
}

let formers: Set<string> | undefined;

/** The host names that this site had before. */
function formerHosts(): Set<string> {
  formers ??= new Set(getSettings().FORMER_SITE_URLS.map((url) => new URL(url).host));
  return formers;
}

let hosts: Set<string> | undefined;

/** The host names this server answers to: the public one and the local ones. */
function ownHosts(): Set<string> {
  if (!hosts) {
    const { SITE_URL, HOST, PORT } = getSettings();
    const listening = [...LOOPBACK_NAMES, HOST.includes(':') ? `[${HOST}]` : HOST].map((name) => `${name}:${PORT}`);
    hosts = new Set([new URL(SITE_URL).host, ...listening]);
  }
  return hosts;
}

/**
 * Whether everyone who decodes this path once gets the same result: no '\', no empty first segment, and nothing left to
 * decode (Astro decodes again).
 */
function hasSoundTarget(target: string): boolean {
  if (!target.startsWith('/') || target.startsWith('//')) return false;
  try {
    return !/[\\\0]|%[\da-f]{2}/i.test(decodePath({ url: target }));
  } catch {
    return false;
  }
}

/** The requested path, decoded once. Throws if undecodable, which `findRefusal` rules out. */
export function decodePath({ url = '/' }: { url?: string | undefined }): string {
  return decodeURIComponent(url.split('?', 1)[0] ?? '/');
}

/** The health check. Some connections are reserved for it. */
export function asksWhetherAlive(request: IncomingMessage): boolean {
  return decodePath(request) === '/healthz';
}

/** Whether the client has this version already (RFC 9110, 13.1.2, weak comparison). `known`: its If-None-Match. */
export function isKnownVersion(known: string | null | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return known?.split(',').some((tag) => bare(tag) === bare(etag)) === true;
}

/** `203.0.113.7:51234` or `[2001:db8::1]:443`, as some gateways write, Azure's among them. */
const BRACKETED_OR_WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * The visitor's address: the socket's, or behind TRUSTED_PROXY_HOPS proxies the entry of X-Forwarded-For that the
 * outermost trusted proxy wrote. Entries further left could be forged.
 */
export function findClientAddress(request: IncomingMessage): string {
  const socketAddress = request.socket.remoteAddress ?? '';
  const { TRUSTED_PROXY_HOPS } = getSettings();
  if (TRUSTED_PROXY_HOPS === 0) return socketAddress;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const entry = forwarded.at(-TRUSTED_PROXY_HOPS)?.trim() ?? '';
  const [, six, four] = BRACKETED_OR_WITH_PORT.exec(entry) ?? [];
  const address = six ?? four ?? entry;
  return isIP(address) ? address : socketAddress;
}
