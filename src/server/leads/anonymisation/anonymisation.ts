import type { Retention } from '~/shared/numbers/report';
import { retentionStrings } from '~/shared/strings/lead/person';
import { makeNamer } from '../../../../db/person/emails';
import { recordAudit } from '../../audit/audit';
import { workInSlices } from '../../database/slices';
import { getSettings } from '../../env';
import { recordEvent } from '../history/events';
import { emailKey } from '../person/contact-keys';
import {
  anonymise,
  countDue,
  deleteJoinedLeads,
  deleteRows,
  deleteView,
  forgetValues,
  selectDue,
  selectEmails,
  selectOther,
  selectViews,
} from './anonymisation-queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead people are warned. */
const AHEAD_DAYS = 30;
const AT_ONCE = 5;
const MOST_AN_ENTRY = 500;

/** The same day so many calendar months before, or the last day of a shorter month. */
export function monthsBefore(moment: number, months: number): number {
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

/**
 * Anonymises lost leads without activity for as many months as the settings say. Returns how many. A lead worked again
 * in time stays: each is checked in the transaction that anonymises it.
 */
export async function anonymiseLostLeads(): Promise<number> {
  const { LOST_LEADS_MONTHS: months } = getSettings();
  if (months === 0) return 0;
  const before = new Date(monthsBefore(Date.now(), months)).toISOString();
  const at = new Date().toISOString();
  let unaudited = 0;
  return workInSlices(() => {
    const due = selectDue().all({ before, today: at.slice(0, 10), limit: AT_ONCE });
    for (const { id } of due) anonymiseLead(id, at);
    unaudited += due.length;
    if (unaudited >= MOST_AN_ENTRY || (due.length === 0 && unaudited > 0)) {
      recordAudit({ type: 'leads_anonymised', actor: null, to: String(unaudited) });
      unaudited = 0;
    }
    return due.length;
  });
}

function anonymiseLead(lead_id: number, at: string): void {
  const own = { lead_id };
  deleteViewsNaming(lead_id);
  deleteJoinedLeads().run(own);
  for (const remove of deleteRows) remove().run(own);
  forgetValues().run(own);
  const { name: nombre, email } = retentionStrings;
  anonymise().run({ lead_id, nombre, email: email(lead_id), at });
  recordEvent(lead_id, null, { type: 'anonymised' }, at);
}

/** A person with other leads may still be searched for. */
function deleteViewsNaming(lead_id: number): void {
  const emails = selectEmails()
    .all({ lead_id })
    .map(({ email }) => email)
    .filter((email) => !selectOther().get({ lead_id, email_key: emailKey(email) }));
  if (emails.length === 0) return;
  const names = makeNamer(emails);
  for (const { id, name, query } of selectViews().all()) {
    if (names(name, ...new URLSearchParams(query).values())) deleteView().run({ id });
  }
}

/** What is due now or within 30 days; null if retention is off. */
export function foreseeRetention(): Retention | null {
  const { LOST_LEADS_MONTHS: months } = getSettings();
  if (months === 0) return null;
  const now = Date.now();
  const then = now + AHEAD_DAYS * DAY_MS;
  const before = monthsBefore(then, months);
  const today = new Date(then).toISOString().slice(0, 10);
  const { total = 0 } = countDue().get({ before: new Date(before).toISOString(), today }) ?? {};
  return { months, days: AHEAD_DAYS, total, idle: Math.round((now - before) / DAY_MS) };
}
