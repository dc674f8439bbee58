import { existsSync } from 'node:fs';
import { getSettings } from '~/server/env';
import { findKeyFault } from '~/server/secrets/key-file';
import { describeCount } from '~/shared/counts';
import { type Resting, type Restored, restore } from '../backups/restore';
import { type Command, CommandError, parseCommandLine, pathFromOperator, UsageError } from '../command';

/** Replaces the database with a backup; the server must be stopped. */
export const restoreCommand: Command = {
  summary: 'pone un respaldo en lugar de la base, con el servidor detenido',
  usage: 'ARCHIVO [--as-it-was] [--yes]',
  database: 'optional',
  details: `Rechaza un archivo dañado, de otro programa o de una versión más nueva, y no hace nada mientras un servidor tenga
la base abierta. La base que había queda al lado, con otro nombre. Las sesiones abiertas y los enlaces de un solo uso
no vuelven: cada persona entra de nuevo con su contraseña.

Lo que se quitó después del respaldo sigue quitado, si la base que había se puede leer y es la continuación de él: cuentas suspendidas o
eliminadas, roles, contraseñas anteriores, claves de acceso, tokens, direcciones de calendario, dispositivos con avisos, destinos,
WhatsApp e inmobiliarias inactivas. Lo dice uno por uno. A las personas que se olvidaron después ('erase') las elimina otra vez, siempre.
Lo que ya había salido (correos, webhooks, WhatsApp, avisos) no sale otra vez; si no se puede saber, queda retenido.
Los tokens, los destinos y la conexión de WhatsApp quedan en reposo hasta que un administrador los confirme en el CRM.

  --as-it-was   dejar todo eso como estaba en el respaldo, sin reposo; dice igual qué vuelve
  --yes         restaurar también donde todavía no hay ninguna base`,
  async run(args) {
    const options = { yes: { type: 'boolean' }, 'as-it-was': { type: 'boolean' } } as const;
    const { values, positionals } = parseCommandLine(args, options, 1);
    const [backup] = positionals;
    if (!backup) throw new UsageError('Falta el archivo del respaldo.');
    const { DATABASE_PATH, SECRETS_KEY_FILE } = getSettings();
    if (!existsSync(DATABASE_PATH) && !values.yes) {
      throw new CommandError(
        'En ese lugar no hay ninguna base, así que no se restauró nada. Si ahí es donde va, repetí la orden con --yes.',
      );
    }
    const asItWas = values['as-it-was'] === true;
    const restored = await restore(pathFromOperator(backup), DATABASE_PATH, {
      serverAnswers,
      asItWas,
      keyPath: SECRETS_KEY_FILE,
    });
    const { contents, kept } = restored;
    console.log(`Restaurada: ${DATABASE_PATH}`);
    console.log(
      `  ${contents.leads} leads, ${contents.users} usuarios; el lead más nuevo es de ${contents.newestLead ?? '—'}`,
    );
    for (const line of describeChanges(restored, asItWas)) console.log(line);
    const fault = findKeyFault(SECRETS_KEY_FILE, contents.keyMark);
    if (fault) console.log(`Atención: ${fault}`);
    if (kept) {
      console.log(`La base anterior quedó en ${kept}`);
      console.log('  Se borra sola a los 30 días; si querés conservarla, cambiale el nombre.');
    }
  },
};

/** What comes back and what does not, one line each. */
function describeChanges(
  { differences, resting, outbox, erased, isWithoutAdmin }: Restored,
  asItWas: boolean,
): string[] {
  const lines: string[] = [];
  if (typeof differences === 'string') lines.push(NOT_COMPARED[differences]);
  else if (differences.length > 0) {
    lines.push(
      asItWas
        ? 'Vuelve como estaba en el respaldo, aunque se cambió después:'
        : 'Esto volvería con el respaldo, pero se cambió después y se dejó así (con --as-it-was vuelve):',
      ...differences.map(({ comesBack, kept }) => `  ${comesBack}${asItWas ? '' : ` → ${kept}`}`),
    );
  }
  const rests = describeResting(resting);
  if (rests) lines.push(`En reposo hasta que un administrador lo confirme en el CRM: ${rests}.`);
  for (const [fate, sentence] of Object.entries(FATES) as [keyof Restored['outbox'], string][])
    if (outbox[fate].size > 0) lines.push(`${sentence}: ${describeMessages(outbox[fate])}.`);
  if (erased.done > 0) {
    lines.push(
      `Personas que se olvidaron después del respaldo: ${erased.done}. Lo guardado sobre ellas se eliminó otra vez.`,
    );
  }
  if (erased.unreadable > 0) {
    lines.push(
      `Atención: de ${erased.unreadable} ${erased.unreadable === 1 ? 'persona que se olvidó' : 'personas que se olvidaron'} después del respaldo no se puede saber quiénes son, porque la clave con la que se anotaron no está. Repetí 'erase' con su email.`,
    );
  }
  if (isWithoutAdmin)
    lines.push("Atención: nadie puede entrar como administrador. El arranque da un enlace, o usá 'create-admin'.");
  return lines;
}

const FATES: Record<keyof Restored['outbox'], string> = {
  goneOut: 'Esperaban salir en el respaldo, pero después salieron o se dieron por perdidos, así que no salen otra vez',
  due: 'Todavía no salieron, y salen al arrancar',
  held: 'Retenidos, porque no se sabe si ya habían salido: en «Integraciones» se reenvían o se descartan',
};

const KINDS: Record<string, [string, string]> = {
  webhook: ['webhook', 'webhooks'],
  mail: ['correo', 'correos'],
  provisioning: ['enlace de acceso', 'enlaces de acceso'],
  push: ['aviso a un dispositivo', 'avisos a dispositivos'],
  whatsapp: ['mensaje de WhatsApp', 'mensajes de WhatsApp'],
};

function describeMessages(counts: Map<string, number>): string {
  return [...counts].map(([kind, count]) => describeCount(count, ...(KINDS[kind] ?? [kind, kind]))).join(', ');
}

function describeResting({ tokens, destinations, whatsapp }: Resting): string {
  return [
    tokens > 0 && describeCount(tokens, 'token', 'tokens'),
    destinations > 0 && describeCount(destinations, 'destino de avisos', 'destinos de avisos'),
    whatsapp > 0 && 'la conexión de WhatsApp',
  ]
    .filter(Boolean)
    .join(', ');
}

const REVIEW = 'Revisá quién puede entrar: cuentas, contraseñas y claves de acceso vuelven como en el respaldo.';
const NOT_COMPARED: Record<Exclude<Restored['differences'], object>, string> = {
  none: `No había una base con la que comparar. ${REVIEW}`,
  unreadable: `La base que había no se puede leer, así que no se comparó. ${REVIEW}`,
  unrelated: `La base que había no es la continuación de este respaldo, así que no se comparó. ${REVIEW}`,
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
