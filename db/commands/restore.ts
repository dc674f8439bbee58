import { existsSync } from 'node:fs';
import { getSettings } from '~/server/env';
import { findKeyFault } from '~/server/secrets/key-file';
import { describeCount } from '~/shared/counts';
import { type RestingTable, type Restored, restore } from '../backups/restore';
import { CommandError, command, pathFromOperator, UsageError } from '../command';
import { requireReadable } from '../operator-files';

export const restoreCommand = command({
  summary: 'pone un respaldo en lugar de la base, con el servidor detenido',
  operand: 'ARCHIVO',
  database: 'optional',
  details: `Rechaza un archivo dañado, de otro programa o de una versión más nueva, y no hace nada mientras un servidor tenga
la base abierta. La base que había queda al lado, con otro nombre. Las sesiones abiertas y los enlaces de un solo uso
no vuelven: cada persona entra de nuevo con su contraseña.

Los tokens, los destinos, WhatsApp, las direcciones de calendario, los dispositivos con avisos y las invitaciones quedan en
reposo hasta que un administrador confirme cada uno en el CRM, en «Después de restaurar». Lo que esperaba salir queda
retenido. Quien estaba suspendido o eliminado en la base que había queda suspendido, y si esa base era la continuación del
respaldo, valen sus roles, contraseñas, claves de acceso y segundos factores. A quienes se olvidó después ('erase') los
elimina otra vez, siempre.`,
  options: { '[--yes]': 'restaurar también donde todavía no hay ninguna base' },
  async run({ yes }, backup) {
    if (!backup) throw new UsageError('Falta el archivo del respaldo.');
    const { DATABASE_PATH, SECRETS_KEY_FILE } = getSettings();
    const file = pathFromOperator(backup);
    requireReadable(file, 'restore');
    if (!existsSync(DATABASE_PATH) && !yes) {
      throw new CommandError(
        'En ese lugar no hay ninguna base, así que no se restauró nada. Si ahí es donde va, repetí la orden con --yes.',
      );
    }
    const keyPath = SECRETS_KEY_FILE;
    const restored = await restore(file, DATABASE_PATH, { serverAnswers, keyPath });
    const { contents, kept } = restored;
    console.log(`Restaurada: ${DATABASE_PATH}`);
    console.log(
      `  ${contents.leads} leads, ${contents.users} usuarios; el lead más nuevo es de ${contents.newestLead ?? '—'}`,
    );
    for (const line of describeChanges(restored)) console.log(line);
    const fault = findKeyFault(SECRETS_KEY_FILE, contents.keyMark);
    if (fault) console.log(`Atención: ${fault}`);
    if (kept) {
      console.log(`La base anterior quedó en ${kept}`);
      console.log('  Se borra sola a los 30 días; si querés conservarla, cambiale el nombre.');
    }
  },
});

/** What does not come back as it was in the backup, one line each. */
function describeChanges({ keptOut, resting, held, erased, isWithoutAdmin }: Restored): string[] {
  const lines: string[] = [];
  if (keptOut.suspended.length > 0) lines.push(`Quedan suspendidas: ${keptOut.suspended.join(', ')}`);
  lines.push(
    keptOut.isCompared
      ? 'Roles, contraseñas, claves de acceso y segundos factores valen como en la base que había.'
      : 'No había una base que fuera la continuación de este respaldo. Revisá quién puede entrar: cuentas, contraseñas y claves de acceso vuelven como en el respaldo.',
  );
  const rests = (Object.keys(NAMES) as RestingTable[])
    .filter((table) => resting[table] > 0)
    .map((table) => describeCount(resting[table], ...NAMES[table]));
  if (rests.length > 0)
    lines.push(
      `En reposo hasta que un administrador lo confirme en el CRM («Después de restaurar»): ${rests.join(', ')}.`,
    );
  if (held > 0)
    lines.push(
      `Retenido, porque no se sabe si ya había salido: ${describeCount(held, 'envío', 'envíos')}. En «Integraciones» se reenvía o se descarta.`,
    );
  if (erased.done > 0)
    lines.push(
      `Personas que se olvidaron después del respaldo: ${erased.done}. Lo guardado sobre ellas se eliminó otra vez.`,
    );
  if (erased.unreadable > 0)
    lines.push(
      `Atención: de ${erased.unreadable} ${erased.unreadable === 1 ? 'persona que se olvidó' : 'personas que se olvidaron'} después del respaldo no se puede saber quiénes son, porque la clave con la que se anotaron no está. Repetí 'erase' con su email.`,
    );
  if (isWithoutAdmin)
    lines.push("Atención: nadie puede entrar como administrador. El arranque da un enlace, o usá 'create-admin'.");
  return lines;
}

const NAMES: Record<RestingTable, [one: string, many: string]> = {
  api_tokens: ['token', 'tokens'],
  webhooks: ['destino de avisos', 'destinos de avisos'],
  whatsapp_connection: ['conexión de WhatsApp', 'conexiones de WhatsApp'],
  calendar_feeds: ['dirección de calendario', 'direcciones de calendario'],
  push_subscriptions: ['dispositivo con avisos', 'dispositivos con avisos'],
  invitations: ['invitación', 'invitaciones'],
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
