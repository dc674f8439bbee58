import type { Retention } from '~/shared/numbers/report';
import { retentionStrings } from '~/shared/strings/lead/person';
import { makeEmailMatcher } from '../../../../db/person/emails';
import { recordAudit } from '../../audit/audit';
import { workInSlices } from '../../database/slices';
import { getSettings } from '../../env';
import { recordEvent } from '../history/events';
import { emailKey } from '../same-person/contact-keys';
import {
  anonymise,
  clearEventValues,
  countLeadsToAnonymise,
  deleteJoinedLeads,
  deleteRows,
  deleteView,
  selectEmails,
  selectLeadsToAnonymise,
  selectOther,
  selectViews,
} from './anonymisation-queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead people are warned. */
const FORECAST_DAYS = 30;
const LEADS_PER_STEP = 5;
const MAX_PER_AUDIT_ENTRY = 500;

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
    const due = selectLeadsToAnonymise().all({ before, today: at.slice(0, 10), limit: LEADS_PER_STEP });
    for (const { id } of due) anonymiseLead(id, at);
    unaudited += due.length;
    if (unaudited >= MAX_PER_AUDIT_ENTRY || (due.length === 0 && unaudited > 0)) {
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
  clearEventValues().run(own);
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
  const names = makeEmailMatcher(emails);
  for (const { id, name, query } of selectViews().all()) {
    if (names(name, ...new URLSearchParams(query).values())) deleteView().run({ id });
  }
}

/** What is due now or within 30 days; null if retention is off. */
export function forecastAnonymisation(): Retention | null {
  const { LOST_LEADS_MONTHS: months } = getSettings();
  if (months === 0) return null;
  const now = Date.now();
  const then = now + FORECAST_DAYS * DAY_MS;
  const before = monthsBefore(then, months);
  const today = new Date(then).toISOString().slice(0, 10);
  const { total = 0 } = countLeadsToAnonymise().get({ before: new Date(before).toISOString(), today }) ?? {};
  return { months, days: FORECAST_DAYS, total, idle: Math.round((now - before) / DAY_MS) };
}
