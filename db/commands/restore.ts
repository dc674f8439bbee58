import { existsSync } from 'node:fs';
import { getSettings } from '~/server/env';
import { findKeyFault } from '~/server/secrets/key-file';
import { restore } from '../backups/restore';
import { type Command, CommandError, parseCommandLine, pathFromOperator, UsageError } from '../command';

/** Replaces the database by a backup; the server must be stopped. */
export const restoreCommand: Command = {
  summary: 'pone un respaldo en lugar de la base, con el servidor detenido',
  usage: 'ARCHIVO [--yes]',
  database: 'optional',
  details: `Rechaza un archivo dañado, de otro programa o de una versión más nueva, y no hace nada mientras un servidor tenga
la base abierta. La base que había queda al lado, con otro nombre. Las sesiones abiertas y los enlaces de un solo uso
no vuelven: cada persona entra de nuevo con su contraseña.

  --yes   restaurar también donde todavía no hay ninguna base`,
  async run(args) {
    const { values, positionals } = parseCommandLine(args, { yes: { type: 'boolean' } }, 1);
    const [backup] = positionals;
    if (!backup) throw new UsageError('Falta el archivo del respaldo.');
    const { DATABASE_PATH, SECRETS_KEY_FILE } = getSettings();
    if (!existsSync(DATABASE_PATH) && !values.yes) {
      throw new CommandError(
        'En ese lugar no hay ninguna base, así que no se restauró nada. Si ahí es donde va, repetí la orden con --yes.',
      );
    }
    const { contents, kept } = await restore(pathFromOperator(backup), DATABASE_PATH, serverAnswers);
    console.log(`Restaurada: ${DATABASE_PATH}`);
    console.log(
      `  ${contents.leads} leads, ${contents.users} usuarios; el lead más nuevo es de ${contents.newestLead ?? '—'}`,
    );
    const fault = findKeyFault(SECRETS_KEY_FILE, contents.keyMark);
    if (fault) console.log(`Atención: ${fault}`);
    if (kept) {
      console.log(`La base anterior quedó en ${kept}`);
      console.log('  Se borra sola a los 30 días; si querés conservarla, cambiale el nombre.');
    }
  },
};

async function serverAnswers(): Promise<boolean> {
  const { HOST, PORT } = getSettings();
  const host = HOST.includes(':') ? `[${HOST}]` : HOST.replace('0.0.0.0', '127.0.0.1');
  try {
    await fetch(`http://${host}:${PORT}/healthz`, { signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}
