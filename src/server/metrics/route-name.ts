import { decodePath } from '../http/request-checks';

/** More than the product has routes. Reaching it means the naming is wrong. */
const MOST_NAMES = 150;
const OTHER = 'other';

const names = new Set<string>();

/**
 * The label a request is counted under: its path without ids. Unknown addresses share one label, as invented ones could
 * fill the memory.
 */
export function nameRoute(url: string, status: number): string {
  if (status === 400 || status === 404 || status === 405 || status === 421) return OTHER;
  const path = decodePath({ url });
  if (path.startsWith('/_astro/')) return '/_astro/*';
  const name = path
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => (/\d/.test(segment) || segment.length > 40 ? ':id' : segment))
    .join('/');
  if (!names.has(name)) {
    if (names.size >= MOST_NAMES) return OTHER;
    names.add(name);
  }
  return name || '/';
}
