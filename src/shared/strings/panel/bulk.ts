import { describeCount, describeNumber } from '~/shared/counts';

const leads = (count: number) => describeCount(count, 'lead', 'leads');
const verb = (count: number, one: string, many: string) => `${leads(count)} ${count === 1 ? one : many}`;

/** Bulk actions on selected leads. */
export const bulkStrings = {
  toolbar: 'Acciones para los elegidos',
  count: (count: number) => describeCount(count, 'elegido', 'elegidos'),
  none: 'Tocá los que quieras elegir',
  all: 'Elegir todos',
  allThatMatch: (total: number) => `Elegir los ${describeNumber(total)} que coinciden`,
  clear: 'Quitar la selección',
  status: 'Cambiar estado',
  assign: 'Asignar',
  assignTo: 'Asignar a:',
  nextContact: 'Próximo contacto',
  remove: 'Eliminar',
  removal: {
    title: (count: number) => `¿Eliminar ${leads(count)}?`,
    text: 'Vas a poder recuperarlos de la papelera durante 30 días.',
  },
  working: (done: number, total: number) => `Cambiando ${describeNumber(done)} de ${describeNumber(total)}…`,
  undoing: (done: number, total: number) => `Deshaciendo ${describeNumber(done)} de ${describeNumber(total)}…`,
  stop: 'Detener',
  /** Results. */
  moved: (count: number, to: string) => `${verb(count, 'pasó', 'pasaron')} a ${to}`,
  givenBack: (count: number) => `${verb(count, 'quedó', 'quedaron')} sin responsable`,
  planned: (count: number, when: string) => `Próximo contacto de ${leads(count)}: ${when}`,
  /** Whoever gives a date follows up. */
  taken: 'Los que no tenían responsable ahora son tuyos.',
  unplanned: (count: number) => `${verb(count, 'quedó', 'quedaron')} sin próximo contacto`,
  removed: (count: number) => `${verb(count, 'pasó', 'pasaron')} a la papelera`,
  nobody: 'Ningún lead cambió',
  skipped: (count: number) => describeCount(count, 'quedó como estaba.', 'quedaron como estaban.'),
  /** Followed by their names. */
  left: (count: number) => (count === 1 ? 'Quedó como estaba:' : 'Quedaron como estaban:'),
  andMore: (count: number) => ` y ${describeNumber(count)} más`,
  last: 'Último cambio de varios leads',
  dismissLast: 'Quitar el aviso del último cambio',
  stopped: 'Lo detuviste: los demás quedan como estaban.',
  failed: 'Error al cambiar los leads',
  before: (text: string) => `Antes del error, ${text}.`,
  restored: (restored: number, kept: number) => {
    if (kept === 0) return `${verb(restored, 'volvió', 'volvieron')} a como ${restored === 1 ? 'estaba' : 'estaban'}`;
    const left = describeCount(
      kept,
      'quedó porque alguien lo cambió después',
      'quedaron porque alguien los cambió después',
    );
    if (restored === 0) return `Ninguno volvió: ${left}`;
    return `${describeNumber(restored)} ${restored === 1 ? 'volvió' : 'volvieron'}; ${left}`;
  },
  undoFailed: 'Error al deshacer el cambio',
} as const;
