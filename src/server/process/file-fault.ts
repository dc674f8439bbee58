import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * Why this process cannot read and write a file and SQLite's files beside it, in a sentence that says how to fix it;
 * null if it can. File and folder may not exist yet.
 */
export function explainFileFault(path: string): string | null {
  const file = resolve(path);
  if (isFolder(file))
    return `${file} es una carpeta, y tiene que ser un archivo: por ejemplo ${join(file, 'crm.sqlite')}`;
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const fault = existsSync(name) ? explain(name, constants.R_OK | constants.W_OK) : null;
    if (fault) return fault;
  }
  return explainFolderFault(dirname(file));
}

/** Likewise for a folder in which files are made; it may not exist yet. */
export function explainFolderFault(folder: string): string | null {
  const nearest = findNearest(folder);
  if (isFolder(nearest) === false) return `${nearest} es un archivo, y tiene que ser una carpeta.`;
  const whole = resolve(folder);
  return explain(nearest, constants.R_OK | constants.W_OK | constants.X_OK, nearest === whole ? undefined : whole);
}

/** Why SQLite would take a file for a new database, and nobody would notice the missing data; null if it would not. */
export function explainEmptyFile(path: string): string | null {
  if (!existsSync(path) || statSync(path).size > 0) return null;
  return `El archivo ${path} está vacío. Restaurá un respaldo, o borralo para empezar con una base nueva.`;
}

/** The folder itself, or the innermost one around it that this process sees. */
export function findNearest(folder: string): string {
  let nearest = resolve(folder);
  while (!existsSync(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest);
  return nearest;
}

/** Undefined if there is nothing, or nothing that this process may see. */
const isFolder = (path: string) => (existsSync(path) ? statSync(path).isDirectory() : undefined);

/** `missing`: what is to be made inside the folder at `path`. That may never be ours to write to, as root's home. */
function explain(path: string, needed: number, missing?: string): string | null {
  try {
    accessSync(path, needed);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EROFS') return `No se puede escribir en ${path}: ese disco está montado solo para lectura.`;
    if (code !== 'EACCES' && code !== 'EPERM') return `No se puede usar ${path}: ${message}.`;
    if (missing) {
      const cannot = `No se puede usar ${missing}: no existe, y el programa corre como ${ownName()}, que no puede`;
      return mayEnter(path)
        ? `${cannot} crearla en ${path}. Corregilo con: install -d -o ${ownName()} -m 0700 ${missing}`
        : `${cannot} entrar en ${path}. Elegí otra.`;
    }
    const { uid } = statSync(path);
    return uid === process.getuid?.()
      ? `No se puede escribir en ${path}: no tiene permiso de escritura. Corregilo con: chmod u+rwX ${path}`
      : `No se puede escribir en ${path}: es de otro usuario (uid ${uid}), y el programa corre como ${ownName()}. Corregilo con: chown ${ownName()} ${path}`;
  }
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** This process's user, by name, or by number where the system knows no name for it, as in a container that is given one. */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
