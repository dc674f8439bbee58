import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeNumberMatcher } from './contacts';
import { makeEmailMatcher } from './emails';
import type { Traces } from './traces';

/** Mail files in `folder` that are addressed to, or contain, an email or number of a person, or link to their lead. */
export function findMailFiles(
  folder: string,
  { spellings, leads, conversations }: Pick<Traces, 'spellings' | 'leads' | 'conversations'>,
): string[] {
  if (!existsSync(folder)) return [];
  const namesEmail = makeEmailMatcher(spellings);
  const namesNumber = makeNumberMatcher(conversations.numbers);
  const own = new Set(leads);
  const links = (text: string) => [...text.matchAll(LEAD_LINK)].some(([, id]) => own.has(Number(id)));
  const names = (...texts: string[]) => namesEmail(...texts) || namesNumber(...texts) || texts.some(links);
  return readdirSync(folder)
    .filter((file) => /\.eml(\.parcial)?$/.test(file))
    .map((file) => join(folder, file))
    .filter((path) => names(...readings(readMail(path))));
}

/** A notice links to each lead that it names. '=3D' is '=' in quoted-printable. */
const LEAD_LINK = /[?&;](?:lead|crear)=(?:3D)?(\d+)/g;

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
