import type { Site } from './schemas.ts';

/** Fills placeholders (`{plan}`, `{total}`…) whose values are known only where the text is shown. */
export function interpolate(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Splits a text at the brackets that mark its link. */
export function splitLink(text: string): { before: string; link: string; after: string } {
  const [before = '', link = '', after = ''] = text.split(/[[\]]/);
  return { before, link, after };
}

/** URL of a WhatsApp chat with the provider, about `plan` if given; undefined if the site has no number. */
export function whatsappUrl({ whatsapp }: Pick<Site, 'whatsapp'>, plan?: string): string | undefined {
  if (!whatsapp) return undefined;
  const text = plan === undefined ? whatsapp.texto : interpolate(whatsapp.textoPlan, { plan });
  return `https://wa.me/${whatsapp.numero.slice(1)}?text=${encodeURIComponent(text)}`;
}

/**
 * An approximate amount in another currency: whole, with few digits, because the rate changes daily.
 * @param language Whose separators are used.
 */
export function convert(dollars: number, rate: number, language = 'es-AR'): string {
  const digits = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  return digits.format(Math.max(1, Math.round(dollars * rate)));
}

/** A day as in Spanish prose: `20 de noviembre de 2025`. */
export function nameDay(isoDate: string): string {
  return new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(isoDate));
}

/** A number of months in words. */
export function nameMonths(months: number): string {
  return months === 1 ? '1 mes' : `${months} meses`;
}

/** The page calls the amounts approximate, which two months of inflation still allow. */
const OLD_AFTER_DAYS = 60;

/** A warning when the rates are older than 60 days on `today`; else undefined. */
export function warnOfOldRates({ cambio }: Pick<Site, 'cambio'>, today: Date): string | undefined {
  if (!cambio) return undefined;
  const days = Math.floor((today.getTime() - Date.parse(cambio.fecha)) / 86_400_000);
  if (days <= OLD_AFTER_DAYS) return undefined;
  return `Aviso: src/content/site.yaml dice cuánto vale el dólar al ${nameDay(cambio.fecha)}, hace ${days} días. Actualizá las monedas y la fecha de "cambio".`;
}
