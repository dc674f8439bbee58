import type { Database } from 'better-sqlite3';
import { getDb } from '~/server/database/connection';
import { findBelievedBefore } from '~/server/process/clock-guard';
import { housekeepingJobs } from '~/server/process/housekeeping';
import { CommandError, command, showProgress } from '../command';
import { purgeRemovedWords } from '../search-index';
import { truncateWal } from '../write-ahead-log';

const JOB_NAMES: Record<keyof typeof housekeepingJobs, string> = {
  expired_credentials: 'sesiones, enlaces y altas sin verificar que vencieron',
  old_audit_events: 'entradas viejas de la auditoría',
  expired_limits: 'límites de frecuencia vencidos',
  old_creations: 'marcas contra el alta doble de hace 7 días o más',
  old_bulk_acts: 'cambios de muchos leads de hace un día o más, que ya no se deshacen',
  old_imports: 'filas de importaciones de hace 30 días o más, y archivos que nadie importó en un día',
  trash: 'leads borrados hace 30 días o más',
  deleted_companies: 'inmobiliarias eliminadas hace 30 días o más',
  lost_leads: 'leads perdidos que se anonimizan (LOST_LEADS_MONTHS)',
  leads_of_leavers: 'leads de quienes ya no están: quedan sin dueño',
  old_erased_marks: 'marcas de mensajes de personas olvidadas hace 200 días o más',
  old_enquiries: 'consultas sin lead de hace 90 días o más',
  old_enquiry_budgets: 'cuentas de consultas de días pasados',
  old_upgrade_backups: 'respaldos de antes de una actualización, de hace más de 30 días',
  unclaimed_messages: 'mensajes de WhatsApp de hace 7 días o más a números que no son de ningún lead',
  old_news: 'avisos de consultas que ya no son nuevas',
  old_deliveries: 'envíos que llegaron hace 30 días o más, o fallaron hace 180',
  webhook_leftovers: 'secretos de webhooks que vencieron, y envíos que esperan hace 30 días a un destino en pausa',
  unread_parts: 'partes de webhooks de WhatsApp que no se supieron leer, de hace 30 días o más',
  replaced_databases: 'bases reemplazadas por una restauración hace 30 días o más',
};

export const purgeCommand = command({
  summary: 'elimina ya lo que el servidor elimina cada hora por haber vencido',
  details: 'Solo elimina lo que venció, también del índice de búsqueda; se puede ejecutar con el servidor en marcha.',
  options: {
    '[--rewrite]': `después, reescribe la base entera, para que no quede nada de lo que borraron versiones anteriores, que no lo
sobreescribían. Alcanza con hacerlo una vez, con el servidor detenido: mientras tanto nadie puede guardar, y hace
falta tanto lugar como ocupa la base`,
    '[--yes]': 'también si el reloj está más de una semana adelante de la última vez que el servidor anduvo',
  },
  async run(values) {
    const believed = values.yes ? null : findBelievedBefore();
    if (believed) {
      throw new CommandError(
        `El servidor anduvo por última vez el ${believed}, y el reloj de esta máquina dice ${new Date().toISOString()}. Si está bien, repetí la orden con --yes.`,
      );
    }
    const jobs = Object.keys(housekeepingJobs) as (keyof typeof housekeepingJobs)[];
    const progress = showProgress('Eliminando');
    const failed: string[] = [];
    const lines: string[] = [];
    for (const [index, job] of jobs.entries()) {
      const name = JOB_NAMES[job];
      progress(index / jobs.length);
      try {
        lines.push(`${String(await housekeepingJobs[job]()).padStart(8)}  ${name}`);
      } catch (error) {
        failed.push(`${name}: ${(error as Error).message}`);
      }
    }
    const db = getDb();
    purgeRemovedWords(db);
    if (values.rewrite) rewrite(db);
    // Another reader may prevent it; that is harmless, as the server's next writes overwrite the log.
    truncateWal(db);
    progress(1);
    console.log(lines.join('\n'));
    if (failed.length > 0) throw new CommandError(`No se pudo eliminar todo.\n${failed.join('\n')}`);
  },
});

/** VACUUM rewrites the file, so that no fragments of removed rows remain. */
function rewrite(db: Database): void {
  db.exec('VACUUM');
  if (!truncateWal(db))
    throw new CommandError('Se reescribió, pero otro programa lee la base. Detenelo y repetí la orden.');
}
