import { emailKey } from '~/server/leads/contact-keys';

/** Whether any of these texts names the email with this key, and not a longer one that it is a part of. */
export function makeNamer(key: string): (...texts: (string | null)[]) => boolean {
  const escaped = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const whole = new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`);
  return (...texts) => texts.some((text) => text !== null && whole.test(text.toLowerCase()));
}

const FIELD = /^\s*e-?mail\s*$/i;
/** Where a message to the workflow says whose lead it is about, now or before. */
const NESTED = ['lead', 'changed', 'previous'];

/**
 * The emails, as keys, that a submission or a message gives as its person's, however it was made up. Of a text that
 * cannot be read as what it claims to be, all that look like one.
 */
export function sendersOf(body: string, contentType = 'application/json'): string[] {
  if (contentType !== 'application/json') return emailsAmong([...new URLSearchParams(body)]);
  try {
    const parsed: unknown = JSON.parse(body);
    const objects = [parsed, ...NESTED.map((name) => (parsed as Record<string, unknown> | null)?.[name])];
    return objects.flatMap((value) =>
      typeof value === 'object' && value !== null ? emailsAmong(Object.entries(value)) : [],
    );
  } catch {
    return (body.match(/[^\s"'<>:,;()]+@[^\s"'<>:,;()]+/g) ?? []).map(emailKey);
  }
}

function emailsAmong(entries: [string, unknown][]): string[] {
  return entries.filter(([name]) => FIELD.test(name)).map(([, value]) => emailKey(String(value).trim()));
}
