import { Counter } from 'prom-client';
import { registry } from './metrics';

const parts = new Counter({
  name: 'crm_whatsapp_parts_total',
  help: 'Partes de los webhooks de WhatsApp, según qué se hizo con ellas.',
  labelNames: ['result'],
  registers: [registry],
});

const RESULTS = {
  heard: 'heard',
  unknown: 'unknown',
  nothing: 'ignored',
  'other number': 'other_number',
} as const;
for (const result of Object.values(RESULTS)) parts.inc({ result }, 0);

/** Counts a part that was worked on: heard, kept as unknown, saying nothing, or of another number. */
export function countParts(result: keyof typeof RESULTS): void {
  parts.inc({ result: RESULTS[result] });
}
