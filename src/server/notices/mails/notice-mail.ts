import { getSettings } from '~/server/env';
import type { MailContent } from '~/server/mail/render';
import { formatDay } from '~/shared/leads/days';

/** A mail without its greeting. The console must not name a lead, so it gets a text of its own. */
export type NoticeMail = { content: Omit<MailContent, 'name'>; consoleLabel: string };

export function shortDay(day: string): string {
  return formatDay(day).slice(0, 5);
}

export function link(path: string): string {
  return getSettings().SITE_URL + path;
}
