import { ME, NONE } from '../../leads/enums';
import type { FilterName } from '../../leads/filters';
import { leadStrings } from '../leads';

const { clientTypes, lostReasons, owner, plan, sources, statuses, views } = leadStrings;

/** A filter's label, unless its values say enough by themselves, and their names. Its chip says both. */
type FilterText = { label?: string; values?: Readonly<Record<string, string>> };

export const filterTexts: Record<FilterName, FilterText> = {
  q: { label: 'Buscar' },
  estado: { label: 'Estado', values: statuses },
  pais: { label: 'País' },
  client_type: { label: 'Tipo de cliente', values: clientTypes },
  creados: { values: { '7d': 'Últimos 7 días' } },
  contacto: { values: { pendiente: views.sin_contactar, respuesta: views.esperan_respuesta } },
  duplicados: { values: { si: views.duplicados } },
  owner: { label: owner.title, values: { [ME]: views.mios, [NONE]: owner.nobody } },
  agenda: { values: views },
  from: { label: 'Llegaron desde' },
  to: { label: 'Llegaron hasta' },
  won_from: { label: 'Ganados desde' },
  won_to: { label: 'Ganados hasta' },
  source: { label: 'Origen', values: sources },
  imported: { values: { yes: 'Solo importados', no: 'Sin importados' } },
  plan: { label: plan.title },
  via: { label: 'Campaña o sitio' },
  lost_reason: { label: 'Motivo', values: lostReasons },
  answered: {
    label: 'Contactados',
    values: {
      '5m': 'en 5 min',
      '60m': 'en 60 min',
      later: 'después de 60 min',
      ever: 'alguna vez',
      never: 'nunca',
    },
  },
  open: { values: { yes: 'En juego' } },
  idle: { label: 'Sin actividad hace' },
  /** Only orders that no column offers. */
  orden: {
    label: 'Orden',
    values: {
      proximo_contacto: 'Próximo contacto',
      con_actividad: 'Última actividad',
      sin_actividad: 'Más tiempo sin actividad',
    },
  },
  /** If not the reader's own. */
  tz: { label: 'Hora de' },
};

/** What each means to programs. */
export const filterMeanings: Record<FilterName, string> = {
  q: 'Palabras de su nombre, email, empresa, mensaje o notas, o parte de su número. Con el permiso messages, también de su conversación; sin él, quien tiene una no se encuentra por sus notas',
  estado: 'Los que están en este estado. Vacío no filtra, como en los demás filtros',
  pais: 'Los de este país; `none`, los que no tienen',
  client_type: 'Los de este tipo de cliente; `none`, los que no tienen',
  creados: '`7d`: los de los últimos siete días',
  contacto:
    '`pendiente`: los nuevos que nadie contactó todavía; `respuesta`: quienes escribieron por WhatsApp y esperan respuesta',
  duplicados: '`si`: los que comparten email o número con otro',
  owner: 'Los que trabaja esta persona, por su `id`; `none`, los que no tienen responsable',
  agenda:
    'Los que hay que contactar hoy (`hoy`), antes (`vencidos`) o después (`proximos`); `dia`: hoy o antes, quienes esperan respuesta y los que esperan su primer contacto sin día. No va con `orden`',
  from: 'Los que llegaron desde este día',
  to: 'Los que llegaron hasta este día, incluido',
  won_from: 'Los que se ganaron desde este día y siguen ganados',
  won_to: 'Los que se ganaron hasta este día, incluido',
  source: 'Los de este origen: `landing`, `api`, `crm_manual`…',
  imported: '`no`: los que no vinieron en un archivo; `yes`: los que sí',
  plan: 'Los que quieren este plan, por su `id`; `none`, ninguno',
  via: 'Los que trajo esta campaña o este sitio, como lo dice cada lead en `via`; `none`, ninguno',
  lost_reason: 'Los que se perdieron por esto; `none`, no se sabe por qué',
  answered: 'A los que se contactó dentro de 5 o 60 minutos, después (`later`), alguna vez (`ever`) o nunca (`never`)',
  open: '`yes`: los que no están ganados ni perdidos',
  idle: 'Los que llevan tantos días sin que pase nada',
  orden: 'El orden; sin él, los más nuevos primero',
  tz: 'De qué zona son los días y las horas, por ejemplo `America/Santiago`; sin ella, la de Buenos Aires',
};
