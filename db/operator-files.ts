import { accessSync, constants } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { getSettings } from '~/server/env';
import { findNearest, ownName } from '~/server/process/file-fault';
import { CommandError, calledAs } from './command';

/**
 * Requires a file that the operator named to be readable by the user this command runs as, which is seldom the
 * operator's own.
 * @param repeat The words of the command that follow its name and come before the file.
 * @throws {CommandError} if there is no such file, or with the two commands that help.
 */
export function requireReadable(path: string, repeat: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CommandError(`No existe el archivo ${path}.`);
    const copy = join(resolve(getSettings().BACKUP_DIR), basename(path));
    const help =
      copy === path
        ? `chown ${ownName()} ${quote(path)}`
        : `install -o ${ownName()} -m 0600 ${quote(path)} ${quote(copy)}`;
    throw new CommandError(
      `La orden corre como ${ownName()}, que no puede leer ${path}. Con estas dos, sí:\n  sudo ${help}\n  ${calledAs} ${repeat} ${quote(copy)}`,
      { cause: error },
    );
  }
}

/**
 * Requires that a file can be made where the operator wants it.
 * @param instead The same command without the folder, and the one that then takes its file there.
 * @throws {CommandError} with the two commands that help.
 */
export function requireWritableFolder(folder: string, instead: [command: string, take: string]): void {
  try {
    accessSync(findNearest(folder), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CommandError(
      `La orden corre como ${ownName()}, que no puede escribir en ${folder}. Con estas dos llega ahí:\n  ${calledAs} ${instead[0]}\n  ${instead[1]}`,
      { cause: error },
    );
  }
}

/** For a shell. */
export const quote = (path: string): string =>
  /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
