import { once } from '../process/once';
import type { Endpoint } from './endpoint';

/** A file's exports: one endpoint per method. */
type EndpointModule = Record<string, Endpoint | undefined>;
type Route = { segments: string[]; load: () => Promise<EndpointModule> };
export type FoundRoute = { load: Route['load']; params: Record<string, string> };

const PAGES = '../../pages/';

/** Every route that is not a page, named as Astro names pages: the file is the path, `[id]` a parameter. */
const routes: Route[] = Object.entries(
  import.meta.glob<EndpointModule>([
    '../../pages/{api,webhook,calendario}/**/*.ts',
    '../../pages/healthz.ts',
    // The build makes it from all others.
    '!../../pages/api/openapi.json.ts',
  ]),
)
  .map(([file, load]) => ({ segments: toSegments(file), load: once(load) }))
  // A fixed segment wins over a parameter, as in Astro.
  .sort((a, b) => countParams(a) - countParams(b));

function toSegments(file: string): string[] {
  return file
    .slice(PAGES.length)
    .replace(/(\/index)?\.ts$/, '')
    .split('/');
}

function countParams({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith('[')).length;
}

/** Every route that is not a page, as '/api/leads/{id}'. */
export function listRoutes(): { path: string; load: Route['load'] }[] {
  return routes.map(({ segments, load }) => ({
    path: `/${segments.map((segment) => segment.replace(/^\[(\w+)\]$/, '{$1}')).join('/')}`,
    load,
  }));
}

/** The endpoints at a path decoded once; null if there are none. */
export function findRoute(path: string): FoundRoute | null {
  const asked = path.replace(/\/$/, '').split('/').slice(1);
  for (const { segments, load } of routes) {
    if (segments.length !== asked.length) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, index) => {
      const value = asked[index] ?? '';
      if (!segment.startsWith('[')) return segment === value;
      params[segment.slice(1, -1)] = value;
      return value !== '';
    });
    if (fits) return { load, params };
  }
  return null;
}
