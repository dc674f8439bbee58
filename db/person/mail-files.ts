import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { emailKey } from '~/server/leads/contact-keys';
import { makeNamer } from './emails';

/** The mails in `folder`, where they are files, that are to this email or name it. */
export function findMailFiles(folder: string, email: string): string[] {
  if (!existsSync(folder)) return [];
  const names = makeNamer(emailKey(email.trim()));
  return readdirSync(folder)
    .filter((file) => /\.eml(\.parcial)?$/.test(file))
    .map((file) => join(folder, file))
    .filter((path) => names(...readings(readFileSync(path, 'latin1'))));
}

/** Removes them; one that is gone already is no fault. */
export function removeMailFiles(paths: string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

/** A mail's source, and what its two ways of encoding hide: lines broken with '=', and base64. */
function readings(source: string): string[] {
  const joined = source.replace(/=\r?\n/g, '');
  const decoded = source.match(/(?:^[A-Za-z0-9+/=]{4,76}\r?$\n?){2,}/gm) ?? [];
  return [joined, ...decoded.map((block) => Buffer.from(block, 'base64').toString('utf8'))];
}
