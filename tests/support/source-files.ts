import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** A source file with its imports: paths from the repository's root, or package names. */
export type SourceFile = { path: string; text: string; imports: string[] };

/** All source files below these folders. */
export function readSources(folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|astro|mjs|js)$/.test(entry.name))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const text = readFileSync(path, 'utf8');
        return { path, text, imports: findImports(path, text) };
      }),
  );
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g;

function findImports(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, , specifier = '']) => {
    const bare = specifier.split('?')[0] ?? specifier;
    if (bare.startsWith('~/')) return `src/${bare.slice(2)}`;
    if (bare.startsWith('.')) return posix.join(dirname(path), bare);
    return bare;
  });
}
