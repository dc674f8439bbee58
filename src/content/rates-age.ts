import { nameDay } from './figures.ts';
import type { Site } from './schemas.ts';

/** The amounts are called approximate; two months of inflation is about what people forgive that word. */
const OLD_AFTER_DAYS = 60;

/** A warning when the rates are older than 60 days on `today`; else undefined. */
export function tellOldRates({ cambio }: Pick<Site, 'cambio'>, today: Date): string | undefined {
  if (!cambio) return undefined;
  const days = Math.floor((today.getTime() - Date.parse(cambio.fecha)) / 86_400_000);
  if (days <= OLD_AFTER_DAYS) return undefined;
  return `Aviso: src/content/site.yaml dice cuánto vale el dólar al ${nameDay(cambio.fecha)}, hace ${days} días. Actualizá las monedas y la fecha de "cambio".`;
}
