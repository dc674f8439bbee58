import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './run-checks';

/** Whether the privacy page, written at build time, states when lost leads are anonymised. */
export function checkPrivacyPage(months: number): Finding | null {
  const page = join('dist', 'client', 'privacidad', 'index.html');
  if (!existsSync(page)) return null;
  const said = Number(/data-months="?(\d+)/.exec(readFileSync(page, 'utf8'))?.[1] ?? 0);
  const name = 'Política de privacidad';
  if (said === months)
    return { name, result: 'good', detail: months === 0 ? 'no dice plazo, y no hay' : 'dice el plazo' };
  const [told, kept] = [said, months].map((value) => (value === 0 ? 'ninguno' : `${value} meses`));
  return {
    name,
    result: 'warning',
    detail: `se construyó con otro plazo para borrar a quien no compró (${told}) que el de LOST_LEADS_MONTHS (${kept}): construí de nuevo, o revisá siSeBorra en src/content/legal.yaml`,
  };
}
