import { join, resolve } from 'node:path';
import { getSettings } from '~/server/env';
import { backUp, databaseName } from '../backups/backup';
import { rotateBackups } from '../backups/rotation';
import { command, pathFromOperator, showProgress, wholeNumber } from '../command';
import { requireWritableFolder } from '../operator-files';

/** Rotation period where the server makes no backups of its own. */
const DAY_HOURS = 24;

export const backupCommand = command({
  summary: 'hace un respaldo verificado, también con el servidor en marcha',
  details: `Copia la base tal como estaba en un momento, revisa la copia entera (páginas, índices y claves) y recién entonces
le da su nombre. El servidor sigue atendiendo mientras tanto. La clave de secretos (SECRETS_KEY_FILE) no va en la copia.`,
  options: {
    '[--dir CARPETA]': 'dónde guardarlo; si no, BACKUP_DIR',
    '[--keep N]': `de cuántos días conservar uno, borrando los demás; si no, BACKUP_KEEP. El día es el plazo entre dos
respaldos, BACKUP_EVERY_HOURS; del último se conservan hasta N`,
  },
  async run(values) {
    const { DATABASE_PATH, BACKUP_DIR, BACKUP_EVERY_HOURS, BACKUP_KEEP, SECRETS_KEY_FILE } = getSettings();
    const keep = values.keep === undefined ? BACKUP_KEEP : wholeNumber('--keep', values.keep, 1);
    const folder = values.dir ? pathFromOperator(values.dir) : BACKUP_DIR;
    if (values.dir) {
      const newest = `$(ls -t "${join(resolve(BACKUP_DIR), databaseName(DATABASE_PATH))}"-2*.sqlite | head -n 1)`;
      requireWritableFolder(folder, ['backup', `sudo sh -c 'install -D -m 0600 -t "${folder}" "${newest}"'`]);
    }
    const { path, bytes, contents } = await backUp(DATABASE_PATH, folder, showProgress('Copiando'));
    console.log(`Respaldo hecho y verificado: ${path} (${(bytes / 2 ** 20).toFixed(1)} MB, ${contents.leads} leads)`);
    if (contents.keyMark) console.log(`No lleva la clave de secretos. Guardá aparte una copia de ${SECRETS_KEY_FILE}`);
    for (const removed of rotateBackups(DATABASE_PATH, folder, keep, BACKUP_EVERY_HOURS || DAY_HOURS))
      console.log(`Borrado por viejo: ${removed}`);
  },
});
