import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { z } from 'zod';
import { type Entry, readList, readSingle } from './read-entries';

type ReadEntries = (path: string, file: string) => Promise<Entry<Record<string, unknown>>[]>;

function makeLoader(file: string, read: ReadEntries): Loader {
  const load = async (context: LoaderContext) => {
    const path = fileURLToPath(new URL(file, context.config.root));
    const refill = async () => {
      const entries = await read(path, file);
      context.store.clear();
      // The store forgets the order of the file, which is the order of the page.
      entries.forEach(({ id, data }, position) => {
        context.store.set({ id, data: { ...data, position } });
      });
    };

    // Nothing left over from an earlier build may stand in for a file that cannot be read now.
    context.store.clear();
    await refill();

    context.watcher?.add(path);
    context.watcher?.on('change', (changed) => {
      if (relative(changed, path) !== '') return;
      refill().catch((error: Error) => context.logger.error(error.message));
    });
  };
  return { name: `yaml:${file}`, load };
}

/**
 * Astro's own file loader only logs broken syntax, repeated ids and missing files, and builds on with stale or
 * no data. These throw, so that no mistake in a price reaches the public site.
 */
export function yamlList<S extends z.ZodType<{ id: string }>>(file: string, schema: S) {
  return makeLoader(file, (path, name) => readList(path, name, schema) as ReturnType<ReadEntries>);
}

export function yamlSingle<S extends z.ZodType<Record<string, unknown>>>(file: string, schema: S) {
  return makeLoader(file, (path, name) => readSingle(path, name, schema));
}
