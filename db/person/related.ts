import type { Database } from 'better-sqlite3';
import { emailKey } from '~/shared/leads/email-key';
import type { Related } from '~/shared/leads/erasure';
import type { Traces } from './traces';

/** Words this short occur in too many names. */
const MIN_WORD_LENGTH = 3;
/** Enough trailing digits to tell numbers apart. */
const PHONE_DIGITS = 7;
/** More leads, or emails, with one number mean a switchboard, not a person. */
const MAX_LEADS = 50;

/** Data that may be the person's or mention them, found by more than the email: somebody has to decide. Read-only. */
export function findRelated(db: Database, { spellings, leads, views, beside }: Traces): Related {
  const own = JSON.stringify(leads);
  const all = <Row>(sql: string) => db.prepare<[{ own: string }], Row>(sql).all({ own });
  const values = (sql: string) => all<{ value: string }>(sql).map(({ value }) => value);

  const keys = new Set(spellings.map(emailKey));
  const emails = new Map<string, string>();
  for (const email of [...values(EMAILS), ...beside.slice(0, MAX_LEADS)])
    if (!keys.has(emailKey(email))) emails.set(emailKey(email), email);

  const names = new Set(values(NAMES).flatMap(wordsOf));
  const phones = values(PHONES);
  const isNamed = (text: string) => wordsOf(text).some((word) => names.has(word));
  const isLookedFor = (text: string) =>
    wordsOf(text).some((word) => [...names].some((name) => name.startsWith(word))) || isPhone(text, phones);

  return {
    leads: all<Related['leads'][number]>(SAME_PHONE),
    emails: [...emails.values()],
    companies: all<Related['companies'][number]>(COMPANIES).filter(({ name }) => isNamed(name)),
    views: all<Related['views'][number] & { query: string }>(VIEWS)
      .filter(({ id }) => !views.includes(id))
      .filter(({ name, query }) => {
        const sought = new URLSearchParams(query).get('q') ?? '';
        return isNamed(name) || isPhone(name, phones) || isLookedFor(sought);
      })
      .map(({ id, name }) => ({ id, name })),
  };
}

function wordsOf(text: string): string[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => /\p{L}/u.test(word) && word.length >= MIN_WORD_LENGTH);
}

function isPhone(text: string, phones: string[]): boolean {
  const digits = text.replace(/\D/g, '').slice(-PHONE_DIGITS);
  return digits.length === PHONE_DIGITS && phones.some((phone) => phone.includes(digits));
}

const OWN = 'SELECT value FROM json_each(:own)';

/** Emails that the leads have, had, or were joined with. */
const EMAILS = `
  SELECT email AS value FROM leads WHERE id IN (${OWN}) AND email IS NOT NULL
  UNION SELECT before ->> '$.fields.email' FROM lead_joins WHERE into_id IN (${OWN}) AND before ->> '$.fields.email' <> ''
  UNION SELECT from_value FROM lead_events
    WHERE lead_id IN (${OWN}) AND field = 'email' AND from_value IS NOT NULL`;

const NAMES = `
  SELECT nombre AS value FROM leads WHERE id IN (${OWN})
  UNION SELECT before ->> '$.fields.nombre' FROM lead_joins WHERE into_id IN (${OWN})
  UNION SELECT from_value FROM lead_events
    WHERE lead_id IN (${OWN}) AND field = 'nombre' AND from_value IS NOT NULL`;

const PHONES = `
  SELECT phone_key AS value FROM leads WHERE id IN (${OWN}) AND phone_key IS NOT NULL
  UNION SELECT whatsapp_digits FROM leads WHERE id IN (${OWN}) AND whatsapp_digits <> ''
  UNION SELECT phone_key FROM lead_joins WHERE into_id IN (${OWN}) AND phone_key IS NOT NULL`;

const SAME_PHONE = `
  SELECT id, nombre, coalesce(email, '') AS email FROM leads
  WHERE joined_into IS NULL AND id NOT IN (${OWN}) AND id IN (
    SELECT coalesce(joined_into, id) FROM leads WHERE phone_key IN (${PHONES})
    UNION SELECT into_id FROM lead_joins WHERE phone_key IN (${PHONES})
  )
  ORDER BY id LIMIT ${MAX_LEADS}`;

const COMPANIES = `SELECT id, name FROM companies
  WHERE lead_id IN (${OWN}) OR former_lead_id IN (${OWN}) ORDER BY id`;

const VIEWS = `SELECT id, name, query FROM saved_views WHERE :own IS NOT NULL ORDER BY id`;
