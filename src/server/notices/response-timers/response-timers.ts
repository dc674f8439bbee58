import { isAtWork } from '~/shared/notices/quiet-hours';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { workInSlices } from '../../database/slices';
import { recordEvent } from '../../leads/history/events';
import { MAX_COUNTED, MAX_LEADS_NAMED, notify } from '../notify';
import { listAdmins, listRecipients, onDuty } from '../recipients';
import { readTeamNotices } from '../settings/settings';

const MINUTE_MS = 60_000;
/** Least time between rounds, so that a burst of enquiries is named by few messages. */
const MIN_ROUND_INTERVAL_MS = MINUTE_MS;
const LEADS_RECORDED_PER_STEP = 10;
const STEPS = ['insist', 'alarm'] as const;

/** A reminder, then the escalation to administrators. */
export type Step = 'insist' | 'alarm';

type Timer = { lead_id: number; step: Step; since: string };

/** Only for a lead that nobody has answered. */
const insertTimerOfWaiting = query<[Omit<Timer, 'step'>]>(
  `INSERT INTO lead_watches (lead_id, step, since)
   SELECT id, 'insist', :since FROM leads
   WHERE id = :lead_id AND (first_contacted_at IS NULL OR awaiting_reply_since IS NOT NULL)
   ON CONFLICT DO NOTHING`,
);

/**
 * Starts the response timer of a lead that waits, in the caller's transaction, unless it runs already. Whoever acts on
 * the lead stops it (the trigger lead_events_unwatch); until then, the team is reminded.
 */
export function startTimer(leadId: number, now: string): void {
  insertTimerOfWaiting().run({ lead_id: leadId, since: now });
}

const deleteTimer = query<[{ lead_id: number }]>('DELETE FROM lead_watches WHERE lead_id = :lead_id');

/** Stops a lead's timer, in the caller's transaction. */
export function stopTimer(leadId: number): void {
  deleteTimer().run({ lead_id: leadId });
}

/** Only for a recent enquiry. */
const insertTimerOfEnquiry = query<[Omit<Timer, 'step'>]>(
  `INSERT INTO lead_watches (lead_id, step, since)
   SELECT lead_id, 'insist', :since FROM notice_enquiries WHERE lead_id = :lead_id
   ON CONFLICT DO NOTHING`,
);

/** Restarts the timer of a recent enquiry, in the caller's transaction, after an undo. */
export function restartTimer(leadId: number, now: string): void {
  insertTimerOfEnquiry().run({ lead_id: leadId, since: now });
}

const selectTimer = query<[{ lead_id: number }], Timer>(
  'SELECT lead_id, step, since FROM lead_watches WHERE lead_id = :lead_id',
);

/** Keeps a timer that runs already. */
const insertTimer = query<[Timer]>(
  'INSERT INTO lead_watches (lead_id, step, since) VALUES (:lead_id, :step, :since) ON CONFLICT DO NOTHING',
);

/** Runs work on a lead, in the caller's transaction, that does not stop its timer. */
export function withoutStoppingTimer<T>(leadId: number, work: () => T): T {
  const timer = selectTimer().get({ lead_id: leadId });
  const result = work();
  if (timer) insertTimer().run(timer);
  return result;
}

/** Timers of a step that began by then are due, while the team is at work. */
function dueUntil(step: Step, now: number): string {
  const { insist_after, alarm_after } = readTeamNotices();
  return isoOf(now - (step === 'insist' ? insist_after : alarm_after - insist_after) * MINUTE_MS);
}

type Due = { step: Step; until: string };

/** Timers of a step that began by a moment, in order. */
const selectDueTimers = query<[Due & { limit: number }], { lead_id: number }>(
  'SELECT lead_id FROM lead_watches WHERE step = :step AND since <= :until ORDER BY since, lead_id LIMIT :limit',
);

/** A timer of a step that begins only after `now`: it was started while the clock was ahead. */
const selectTimerAhead = query<[{ step: Step; now: string }], { lead_id: number }>(
  'SELECT lead_id FROM lead_watches WHERE step = :step AND since > :now LIMIT 1',
);

type NewRound = { step: Step; people: string; due_until: string; total: number; told_at: string };

type Round = NewRound & { id: number; is_recorded: 0 | 1 };

/** The newest round; a round begins only once the one before is recorded. */
const selectLastRound = query<[], Round>(
  `SELECT id, step, people, due_until, total, told_at, is_recorded FROM notice_rounds
   WHERE id = (SELECT max(id) FROM notice_rounds)`,
);

/** Whether there is work for `remindOfUntouched`. Reads only. */
export function hasDueTimers(now: number): boolean {
  if (selectLastRound().get()?.is_recorded === 0) return true;
  if (STEPS.some((step) => selectTimerAhead().get({ step, now: isoOf(now) }))) return true;
  return (
    isAtWork(now, readTeamNotices()) &&
    STEPS.some((step) => selectDueTimers().get({ step, until: dueUntil(step, now), limit: 1 }))
  );
}

/**
 * Sends reminders of untouched enquiries, one message per person however many there are, then records in each lead's
 * history who was notified. If the process dies in between, the next one finishes recording and notifies nobody twice.
 */
export async function remindOfUntouched(now: number, isStopped: () => boolean): Promise<void> {
  await recordLastRound(isStopped);
  for (const step of STEPS) {
    await workInSlices(() => (isStopped() ? 0 : restartAhead(step, isoOf(now))));
    const isBegun = !isStopped() && (await inSharedTransaction(() => beginRound(step, now)));
    if (isBegun) await recordLastRound(isStopped);
  }
}

const updateTimer = query<[Timer]>('UPDATE lead_watches SET step = :step, since = :since WHERE lead_id = :lead_id');

/** Lets a timer that was started while the clock was ahead count from now. */
function restartAhead(step: Step, now: string): number {
  const timer = selectTimerAhead().get({ step, now });
  if (!timer) return 0;
  return updateTimer().run({ ...timer, step, since: now }).changes;
}

const countDueTimers = query<[Due & { most: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM lead_watches WHERE step = :step AND since <= :until LIMIT :most
   )`,
);

const insertRound = query<[NewRound]>(
  `INSERT INTO notice_rounds (step, people, due_until, total, told_at)
   VALUES (:step, :people, :due_until, :total, :told_at)`,
);

const selectLastRoundOf = query<[{ step: Step }], { told_at: string }>(
  'SELECT told_at FROM notice_rounds WHERE step = :step ORDER BY id DESC LIMIT 1',
);

/** Returns whether a round was due and has been sent. */
function beginRound(step: Step, now: number): boolean {
  const due = { step, until: dueUntil(step, now) };
  const leads = selectDueTimers()
    .all({ ...due, limit: MAX_LEADS_NAMED })
    .map(({ lead_id }) => lead_id);
  if (leads.length === 0 || selectLastRound().get()?.is_recorded === 0) return false;
  const sinceLast = now - Date.parse(selectLastRoundOf().get({ step })?.told_at ?? '');
  if ((sinceLast >= 0 && sinceLast < MIN_ROUND_INTERVAL_MS) || !isAtWork(now, readTeamNotices())) return false;
  const total = countDueTimers().get({ ...due, most: MAX_COUNTED })?.total ?? leads.length;
  const people = notify(step === 'insist' ? onDuty(listRecipients()) : listAdmins(), {
    kind: 'untouched',
    step,
    leads,
    total,
  });
  insertRound().run({ step, people: JSON.stringify(people), due_until: due.until, total, told_at: isoOf(now) });
  return true;
}

const finishRound = query<[{ id: number }]>('UPDATE notice_rounds SET is_recorded = 1 WHERE id = :id');

/** Records the last round in each lead's history, and lets the next step begin. */
async function recordLastRound(isStopped: () => boolean): Promise<void> {
  const round = selectLastRound().get();
  if (!round || round.is_recorded === 1) return;
  const { step, due_until: until } = round;
  await workInSlices(() => {
    if (isStopped()) return 0;
    const due = selectDueTimers().all({ step, until, limit: LEADS_RECORDED_PER_STEP });
    for (const { lead_id } of due) recordReminder(lead_id, round);
    if (due.length === 0) finishRound().run(round);
    return due.length;
  });
}

function recordReminder(lead_id: number, { id, step, people, told_at }: Round): void {
  if (people !== '[]') recordEvent(lead_id, null, { type: 'told', field: step, to: String(id) }, told_at);
  if (step === 'alarm') deleteTimer().run({ lead_id });
  else updateTimer().run({ lead_id, step: 'alarm', since: told_at });
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}
