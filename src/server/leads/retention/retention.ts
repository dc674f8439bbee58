import type { Retention } from '~/shared/numbers/report';
import { retentionStrings } from '~/shared/strings/lead/retention';
import { makeNamer } from '../../../../db/person/emails';
import { recordAudit } from '../../audit/audit';
import { workInSlices } from '../../database/slices';
import { getSettings } from '../../env';
import { emailKey } from '../contact-keys';
import { recordEvent } from '../events';
import {
  anonymise,
  countDue,
  deleteAttempts,
  deleteDeliveries,
  deleteEnquiries,
  deleteJoinedLeads,
  deleteNotes,
  deleteView,
  forgetValues,
  selectDue,
  selectEmails,
  selectOther,
  selectViews,
} from './retention-queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead people are told of what will go. */
const AHEAD_DAYS = 30;
const AT_ONCE = 5;
/** An entry of the audit tells of so many. */
const MOST_AN_ENTRY = 500;

/** The moment so many calendar months before; of a month that has no such day, its last one. */
export function monthsBefore(moment: number, months: number): number {
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

/**
 * Removes what is known of the persons of lost leads to which nothing has happened for as many months as the settings say.
 * Returns how many leads. Whoever is won again, or worked in any way, in time, stays: it is looked at in the transaction
 * that removes it.
 */
export async function anonymiseLostLeads(now = Date.now()): Promise<number> {
  const { LOST_LEADS_MONTHS: months } = getSettings();
  if (months === 0) return 0;
  const before = new Date(monthsBefore(now, months)).toISOString();
  const at = new Date(now).toISOString();
  let untold = 0;
  return workInSlices(() => {
    const due = selectDue().all({ before, today: at.slice(0, 10), limit: AT_ONCE });
    for (const { id } of due) anonymiseLead(id, at);
    untold += due.length;
    if (untold >= MOST_AN_ENTRY || (due.length === 0 && untold > 0)) {
      recordAudit({ type: 'leads_anonymised', actor: null, to: String(untold) });
      untold = 0;
    }
    return due.length;
  });
}

function anonymiseLead(lead_id: number, at: string): void {
  const own = { lead_id };
  deleteViewsNaming(lead_id);
  deleteJoinedLeads().run(own);
  deleteNotes().run(own);
  deleteEnquiries().run(own);
  deleteDeliveries().run(own);
  deleteAttempts().run(own);
  forgetValues().run(own);
  const { name: nombre, email } = retentionStrings;
  anonymise().run({ lead_id, nombre, email: email(lead_id), at });
  recordEvent(lead_id, null, { type: 'anonymised' }, at);
}

/** A person who has other leads may still be looked for. */
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

/** What will go within the next 30 days, and what is due already; null where nothing ever goes. */
export function foreseeRetention(now = Date.now()): Retention | null {
  const { LOST_LEADS_MONTHS: months } = getSettings();
  if (months === 0) return null;
  const then = now + AHEAD_DAYS * DAY_MS;
  const before = monthsBefore(then, months);
  const today = new Date(then).toISOString().slice(0, 10);
  const { total = 0 } = countDue().get({ before: new Date(before).toISOString(), today }) ?? {};
  return { months, days: AHEAD_DAYS, total, idle: Math.round((now - before) / DAY_MS) };
}
