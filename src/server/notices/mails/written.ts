import { getSettings } from '~/server/env';
import type { MailContent } from '~/server/mail/render';
import { writeDay } from '~/shared/leads/days';

/** A mail without its greeting. The console never names a lead, so it calls the mail something else. */
export type Written = {
  content: Omit<MailContent, 'name'>;
  calledOnConsole: string;
};

/** 'dd/mm'. */
export function shortDay(day: string): string {
  return writeDay(day).slice(0, 5);
}

/** The whole address of a page of the CRM. */
export function link(path: string): string {
  return getSettings().SITE_URL + path;
}
