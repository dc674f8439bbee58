import { AppError } from '~/server/app-error';
import { getDb } from '~/server/database/connection';
import { getSettings } from '~/server/env';
import type { ErasedCounts, ErasureChoices, Related } from '~/shared/leads/erasure';
import { describeErased, eraseStrings } from '~/shared/strings/lead/erase';
import { COPY_DAYS, findCopies } from '../backups/rotation';
import { CommandError, command, UsageError, wholeNumber } from '../command';
import { countErased, type Erasure, type ErasureOrder, erasePerson, isNothing, previewErasure } from '../person/erase';

export const eraseCommand = command({
  summary: 'elimina para siempre lo guardado sobre una persona',
  details: `Sin --yes solo dice qué eliminaría. Elimina sus leads (también los borrados, y los que se hicieron de lo que envió aunque después
les hayan cambiado el email) con notas e historia, lo que envió tal como llegó, los mensajes a otros sistemas que la nombran,
también los que faltaba enviar, las filas de importaciones que esperan o se rechazaron, y sus correos en MAIL_DIR; en el registro de accesos deja
cada entrada sin su nombre. La busca por su email y por su número, si ningún lead de otra persona lo tiene. Lo eliminado se sobreescribe en
el archivo, también en el índice de búsqueda.

No elimina una cuenta ni un agente de una agencia, que se eliminan en sus pantallas; ni lo que otros sistemas hayan recibido. Los
respaldos que ya se hicieron la conservan hasta que se reemplazan, ${COPY_DAYS} días como mucho con los ajustes de fábrica. Si
restaurás uno anterior, la restauración lo elimina otra vez: queda anotado, sin su nombre, al lado de la base.

Dice también qué más puede ser de ella, y no lo elimina si no se lo nombra.`,
  options: {
    '[--email correo@ejemplo.com]': '',
    '[--lead N]…': 'ese lead, que tiene el mismo número y otro email; sin --email, la persona de ese lead',
    '[--former EMAIL]…': 'lo guardado con ese email, que alguno de sus leads tiene o tuvo, o que llegó con su número',
    '[--company N]…': 'el nombre de esa inmobiliaria, que se hizo de un lead suyo',
    '[--view N]…': 'esa vista guardada',
    '[--yes]': 'eliminar de verdad; no se puede deshacer',
  },
  run(values) {
    const { email, yes, former: emails = [] } = values;
    const numbers = (name: 'lead' | 'company' | 'view') =>
      (values[name] ?? []).map((text) => wholeNumber(`--${name}`, text, 1));
    const also = { leads: numbers('lead'), emails, companies: numbers('company'), views: numbers('view') };
    const [lead] = also.leads;
    if (!email && lead === undefined) throw new UsageError('Falta --email.');
    const { MAIL_DIR, DATABASE_PATH, BACKUP_DIR } = getSettings();
    const order = { email: email ?? '', ...(lead !== undefined && { lead }), also, mailDir: MAIL_DIR };
    const { erasure, isOverwritten } = yes
      ? erase(order)
      : { erasure: previewErasure(getDb(), order), isOverwritten: true };
    if (!isOverwritten) {
      throw new CommandError(
        'Se eliminó, pero alguien lee la base hace rato (un respaldo, por ejemplo) y su registro de escritura todavía no se puede vaciar. Repetí la orden cuando termine.',
      );
    }
    const { isAgent, hasAccount, related } = erasure;
    if (isNothing(erasure) && !isAgent && !hasAccount)
      throw new CommandError(`No hay nada guardado sobre ${email ?? `el lead ${lead}`}.`);
    console.log([describe(erasure), ...describeRelated(related, also)].join('\n'));
    const copies = findCopies(DATABASE_PATH, BACKUP_DIR).length;
    if (copies > 0) {
      console.log(
        `${copies === 1 ? 'Una copia hecha' : `${copies} copias hechas`} antes (respaldos, bases reemplazadas) pueden tenerla hasta que les toque reemplazarse.`,
      );
    }
    if (!yes) console.log('No se eliminó nada todavía. Para eliminarlo, repetí la orden con --yes.');
  },
});

/** @throws {CommandError} if the secrets key is missing. */
function erase(order: ErasureOrder) {
  try {
    return erasePerson(getDb(), order);
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

/** Possible matches that were not chosen, each with the option that chooses it. */
function describeRelated(
  { leads, emails, companies, views }: Related,
  also: { [Kind in keyof ErasureChoices]-?: NonNullable<ErasureChoices[Kind]> },
): string[] {
  const { relatedLead, relatedEmail, relatedCompany, relatedView } = eraseStrings;
  const lines = [
    ...leads.map((one) => !also.leads.includes(one.id) && `--lead ${one.id}: ${relatedLead(one.nombre, one.email)}`),
    ...emails.map((email) => !also.emails.includes(email) && `--former ${email}: ${relatedEmail(email)}`),
    ...companies.map(({ id, name }) => !also.companies.includes(id) && `--company ${id}: ${relatedCompany(name)}`),
    ...views.map(({ id, name }) => !also.views.includes(id) && `--view ${id}: ${relatedView(name)}`),
  ].filter((line) => line !== false);
  if (lines.length === 0) return [];
  const told = leads.length > 0 ? [eraseStrings.sameNumber(leads.length)] : [];
  return [...told, `${eraseStrings.also}:`, ...lines.map((line) => `  ${line}`)];
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
