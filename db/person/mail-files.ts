import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeNamer } from './emails';

/** The mail files in `folder` that are addressed to one of these spellings of an email or contain it. */
export function findMailFiles(folder: string, spellings: string[]): string[] {
  if (!existsSync(folder)) return [];
  const names = makeNamer(spellings);
  return readdirSync(folder)
    .filter((file) => /\.eml(\.parcial)?$/.test(file))
    .map((file) => join(folder, file))
    .filter((path) => names(...readings(readFileSync(path, 'latin1'))));
}

/** Removes these files. A file that is already gone is no error. */
export function removeMailFiles(paths: string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

/** A mail's source as it is, and decoded from its two possible encodings (quoted-printable and base64). */
function readings(source: string): string[] {
  const joined = source.replace(/=\r?\n/g, '');
  const decoded = source.match(/(?:^[A-Za-z0-9+/=]{4,76}\r?$\n?){2,}/gm) ?? [];
  return [joined, ...decoded.map((block) => Buffer.from(block, 'base64').toString('utf8'))];
}
