import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program that a test requires.
 * @throws saying which package to install.
 */
export function requireProgram(name: string, debianPackage = name): string {
  // Debian keeps administration tools out of ordinary users' PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  const path = folders.map((folder) => join(folder, name)).find(canRun);
  if (!path) throw new Error(`Falta ${name}: apt-get install ${debianPackage}`);
  return path;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
