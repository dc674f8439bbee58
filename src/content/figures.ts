import type { Content } from './files.ts';
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

const CHANNELS: Record<string, string> = { 'wa.me': 'WhatsApp', 't.me': 'Telegram' };

/** The chat that the hero offers: with the assistant itself where it has an address, else with people by WhatsApp. */
export function findChat(site: Site): { href: string | undefined; label: string } | undefined {
  const { asistente, botonAsistente, whatsapp } = site;
  if (!asistente) return whatsapp && { href: whatsappUrl(site), label: whatsapp.boton };
  return { href: asistente, label: interpolate(botonAsistente, { canal: CHANNELS[new URL(asistente).host] ?? '' }) };
}

/** Who the site belongs to, in one line: the company where the site says which one, else its name. */
export function nameOwner({ nombre, empresa }: Pick<Site, 'nombre' | 'empresa'>): string {
  return empresa ? [empresa.razonSocial, empresa.identificacion, empresa.domicilio].join(' · ') : nombre;
}

/** How soon people are answered; undefined where the site promises nothing. */
export function namePromise({ site, frame }: Pick<Content, 'site' | 'frame'>): string | undefined {
  return site.atencion && interpolate(frame.atencion, site.atencion);
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
export const RATES_OLD_AFTER_DAYS = 60;
/** A rate of this age is shown to nobody. */
export const RATES_SHOWN_FOR_DAYS = 365;

/** How many days ago the rates were right. */
export function ageOfRates({ fecha }: Pick<NonNullable<Site['cambio']>, 'fecha'>, today: Date): number {
  return Math.floor((today.getTime() - Date.parse(fecha)) / 86_400_000);
}

/** The site without rates that are a year old: its pages then show dollars alone. */
export function dropOldRates(site: Site, today: Date): Site {
  const { cambio, ...rest } = site;
  return cambio && ageOfRates(cambio, today) < RATES_SHOWN_FOR_DAYS ? site : rest;
}
