import { daySchema } from '../answers';
import { z } from '../zod';

const total = z.int().nonnegative();

/** The six counters above the list. `total` excludes deleted leads. */
const headlineCounters = z.object({
  total,
  nuevos_7_dias: total,
  contactado: total,
  en_seguimiento: total,
  ganado: total,
  perdido: total,
});
export type CounterName = keyof typeof headlineCounters.shape;

/** The counters now, and how many leads await a first contact or share an email or phone with another. */
const leadCountersSchema = headlineCounters
  .extend({
    sin_contactar: total,
    /** Who wrote last and waits for an answer. */
    esperan_respuesta: total,
    duplicados: total,
    /**
     * Leads due per day from `desde` on, as far as anybody's today may be, and in total before: what is due today
     * depends on the reader's time zone.
     */
    agenda: z.object({ desde: daySchema, antes: total, dias: z.record(z.string(), total) }),
    /** Leads per owner id; '' is nobody. */
    duenos: z.record(z.string(), total),
    /**
     * To-dos per person's id and day of the agenda; everything due earlier counts on the day before `desde`. Under '':
     * leads that wait for an answer, whatever their day, and those waiting for a first contact without a day.
     */
    por_hacer: z.record(z.string(), z.record(z.string(), total)),
  })
  .meta({ id: 'LeadCounters' });
export type LeadCounters = z.infer<typeof leadCountersSchema>;

/** Leads due per day. */
export type AgendaCounts = LeadCounters['agenda'];

/** `listed` counts the leads that match the filters, where any are given. */
export const countersAnswer = leadCountersSchema.extend({ listed: total.optional() });

/** Counts of one person's views. */
export const leadAgendaSchema = z
  .object({ hoy: total, vencidos: total, mios: total, sin_dueno: total, sin_contactar: total })
  .meta({
    id: 'LeadAgenda',
    examples: [{ hoy: 3, vencidos: 1, mios: 12, sin_dueno: 2, sin_contactar: 4 }],
  });
export type LeadAgenda = z.infer<typeof leadAgendaSchema>;
