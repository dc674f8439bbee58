import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeEmailMatcher } from './emails';

/** Mail files in `folder` that are addressed to, or contain, one of these spellings of an email. */
export function findMailFiles(folder: string, spellings: string[]): string[] {
  if (!existsSync(folder)) return [];
  const names = makeEmailMatcher(spellings);
  return readdirSync(folder)
    .filter((file) => /\.eml(\.parcial)?$/.test(file))
    .map((file) => join(folder, file))
    .filter((path) => names(...readings(readMail(path))));
}

/** Removes these files. A missing file is no error; one finished since is removed under its final name. */
export function removeMailFiles(paths: string[]): void {
  for (const path of paths) for (const name of [path, finished(path)]) rmSync(name, { force: true });
}

/** '' if the mail is gone: while we read, the server may finish writing it or somebody may remove it. */
function readMail(path: string): string {
  for (const name of [path, finished(path)])
    try {
      return readFileSync(name, 'latin1');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  return '';
}

/** A mail's final name. */
const finished = (path: string) => path.replace(/\.parcial$/, '');

/** The source as is, and decoded from both possible encodings (quoted-printable and base64). */
function readings(source: string): string[] {
  const joined = source.replace(/=\r?\n/g, '');
  const decoded = source.match(/(?:^[A-Za-z0-9+/=]{4,76}\r?$\n?){2,}/gm) ?? [];
  return [joined, ...decoded.map((block) => Buffer.from(block, 'base64').toString('utf8'))];
}
