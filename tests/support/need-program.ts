import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program that a test cannot do without. Where it is missing the test fails, and says what to install. */
export function needProgram(name: string, debianPackage = name): string {
  // Debian's own programs for administrators are in no ordinary user's PATH.
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
