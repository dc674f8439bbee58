import { getDb } from '~/server/database/connection';
import { getSettings } from '~/server/env';
import type { ErasedCounts } from '~/shared/leads/person/erasure';
import { describeErased } from '~/shared/strings/lead/person';
import { COPY_DAYS, findCopies } from '../backups/copies';
import { type Command, CommandError, parseCommandLine, UsageError } from '../command';
import { countErased, type Erasure, erasePerson, foreseeErasure } from '../person/erase';

/** Removes what is kept about somebody who asks for it. */
export const eraseCommand: Command = {
  summary: 'elimina para siempre lo guardado sobre una persona',
  usage: '--email correo@ejemplo.com [--yes]',
  details: `Sin --yes solo dice qué eliminaría. Elimina sus leads (también los borrados, y los que se hicieron de lo que envió aunque después
les hayan cambiado el email) con notas e historia, lo que envió tal como llegó, los mensajes a otros sistemas que la nombran,
también los que faltaba enviar, las filas de importaciones que esperan o se rechazaron, y sus correos en MAIL_DIR; en el registro de accesos deja cada entrada sin su nombre. Lo eliminado se
sobreescribe en el archivo, también en el índice de búsqueda.

No elimina una cuenta ni un agente de una agencia, que se eliminan en sus pantallas; ni lo que otros sistemas hayan recibido. Los
respaldos que ya se hicieron la conservan hasta que se reemplazan, ${COPY_DAYS} días como mucho con los ajustes de fábrica. Si
restaurás uno anterior, repetí la orden.

  --yes   eliminar de verdad; no se puede deshacer`,
  run(args) {
    const { values } = parseCommandLine(args, { email: { type: 'string' }, yes: { type: 'boolean' } });
    const { email, yes } = values;
    if (!email) throw new UsageError('Falta --email.');
    const { MAIL_DIR, DATABASE_PATH, BACKUP_DIR } = getSettings();
    const { erasure, isOverwritten } = yes
      ? erasePerson(getDb(), email, MAIL_DIR)
      : { erasure: foreseeErasure(getDb(), email, MAIL_DIR), isOverwritten: true };
    if (!isOverwritten) {
      throw new CommandError(
        'Se eliminó, pero alguien lee la base hace rato (un respaldo, por ejemplo) y su registro de escritura todavía no se puede vaciar. Repetí la orden cuando termine.',
      );
    }
    if (isNothing(erasure)) throw new CommandError(`No hay nada guardado sobre ${email}.`);
    console.log(describe(erasure));
    const copies = findCopies(DATABASE_PATH, BACKUP_DIR).length;
    if (copies > 0) {
      console.log(
        `${copies === 1 ? 'Una copia hecha' : `${copies} copias hechas`} antes (respaldos, bases reemplazadas) pueden tenerla hasta que les toque reemplazarse.`,
      );
    }
    if (!yes) console.log('No se eliminó nada todavía. Para eliminarlo, repetí la orden con --yes.');
  },
};

function isNothing({ isAgent, hasAccount, spellings, ...found }: Erasure): boolean {
  return !isAgent && !hasAccount && Object.values(found).every((rows) => rows.length === 0);
}

function describe(erasure: Erasure): string {
  const { namedIn, isAgent, hasAccount } = erasure;
  const counts = Object.entries(countErased(erasure)) as [keyof ErasedCounts, number][];
  const lines = counts.map(([what, count]) => `${String(count).padStart(8)}  ${describeErased(what, count)}`);
  if (namedIn.length > 0)
    lines.push(
      `Otros leads que la nombran (notas, mensaje, historia) y quedan: ${namedIn.join(', ')}. Revisalos en el panel.`,
    );
  if (hasAccount) lines.push('Su cuenta queda: se elimina en /users. Después repetí esta orden.');
  if (isAgent) lines.push('Queda como agente de una agencia: se elimina en la página de la agencia.');
  return lines.join('\n');
}
