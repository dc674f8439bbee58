import { emailKey } from '~/server/leads/same-person/contact-keys';

/** Makes a predicate: does a text contain an email, in one of these spellings and not within a longer one? */
export function makeEmailMatcher(spellings: string[]): (...texts: (string | null)[]) => boolean {
  if (spellings.length === 0) return () => false;
  const escaped = spellings.map((email) => email.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`(?<![\\w.+-])(?:${escaped.join('|')})(?![\\w-]|\\.\\w)`);
  return (...texts) => texts.some((text) => text !== null && whole.test(text.toLowerCase()));
}

const FIELD = /^\s*e-?mail\s*$/i;
/** Objects in a workflow message that can hold the lead's present or earlier email. */
const NESTED = ['lead', 'changed', 'previous'];

/** The email keys a submission or message gives for its person; every email in it if the body cannot be parsed. */
export function sendersOf(body: string, contentType = 'application/json'): string[] {
  if (contentType !== 'application/json') return emailsAmong([...new URLSearchParams(body)]);
  try {
    const parsed: unknown = JSON.parse(body);
    const objects = [parsed, ...NESTED.map((name) => (parsed as Record<string, unknown> | null)?.[name])];
    return objects.flatMap((value) =>
      typeof value === 'object' && value !== null ? emailsAmong(Object.entries(value)) : [],
    );
  } catch {
    return (body.match(/(?<![^\s"'<>:,;()])[^\s"'<>:,;()]+@[^\s"'<>:,;()]+/g) ?? []).map(emailKey);
  }
}

function emailsAmong(entries: [string, unknown][]): string[] {
  const emails = entries.filter(([name]) => FIELD.test(name)).map(([, value]) => String(value ?? '').trim());
  return emails.filter((email) => email !== '').map(emailKey);
}
