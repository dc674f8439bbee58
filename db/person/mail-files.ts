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
    .filter((path) => names(...readings(readMail(path))));
}

/** Removes these files. A file that is already gone is no error; one that was finished since goes under its new name. */
export function removeMailFiles(paths: string[]): void {
  for (const path of paths) for (const name of [path, finished(path)]) rmSync(name, { force: true });
}

/** A mail's source; '' if it is gone. The server may finish writing one, or somebody may remove it, while they are being read. */
function readMail(path: string): string {
  for (const name of [path, finished(path)])
    try {
      return readFileSync(name, 'latin1');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  return '';
}

/** The name that a mail has once it is written. */
const finished = (path: string) => path.replace(/\.parcial$/, '');

/** A mail's source as it is, and decoded from its two possible encodings (quoted-printable and base64). */
function readings(source: string): string[] {
  const joined = source.replace(/=\r?\n/g, '');
  const decoded = source.match(/(?:^[A-Za-z0-9+/=]{4,76}\r?$\n?){2,}/gm) ?? [];
  return [joined, ...decoded.map((block) => Buffer.from(block, 'base64').toString('utf8'))];
}
