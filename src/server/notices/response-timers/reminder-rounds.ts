import { nextWorkingMoment } from '~/shared/notices/quiet-hours';
import type { TeamNotices } from '~/shared/notices/settings';
import { inSharedTransaction } from '../../database/group-commit';
import { workInSlices } from '../../database/slices';
import { recordEvent } from '../../leads/history/events';
import { MAX_COUNTED, MAX_LEADS_NAMED, type Recipient } from '../notice';
import { notify } from '../notify';
import { listRecipients, onDuty } from '../recipients';
import { readTeamNotices } from '../settings/settings';
import {
  countDueTimers,
  deleteTimer,
  finishRound,
  insertRound,
  type Round,
  replanTimersAhead,
  type Step,
  selectDueTimers,
  selectLastRound,
  selectLastRoundOf,
  selectTimerAhead,
  unplanTimers,
  updateTimer,
} from './response-timer-queries';

const MINUTE_MS = 60_000;
/** Least time between rounds, so that a burst of enquiries is named by few messages. */
const MIN_ROUND_INTERVAL_MS = MINUTE_MS;
const TIMERS_PER_STEP = 50;
const LEADS_RECORDED_PER_STEP = 10;
const STEPS = ['plan', 'insist', 'alarm'] as const;
/** The longest the settings allow (shared/notices/settings.ts). */
const LONGEST_WAIT_MINUTES = 480;
/** Due date if the team never opens. */
const NEVER = '9999-12-31T23:59:59.999Z';

/** Schedules reminders of the newest enquiries, a few at a time. Returns how many. */
function planTimers(now: number): number {
  const settings = readTeamNotices();
  const found = selectDueTimers().all({ step: 'plan', now: isoOf(now), limit: TIMERS_PER_STEP });
  for (const { lead_id, since } of found) {
    updateTimer().run({
      lead_id,
      since,
      step: 'insist',
      due_at: dueAfter(since, settings.insist_after, settings),
    });
  }
  return found.length;
}

/** After so many minutes or, in the team's quiet hours, when it opens next. */
function dueAfter(since: string, minutes: number, settings: TeamNotices): string {
  const moment = nextWorkingMoment(Date.parse(since) + minutes * MINUTE_MS, settings);
  return moment === null ? NEVER : isoOf(moment);
}

/** Reschedules pending timers after the team's hours have changed. */
export function replanTimers(): Promise<number> {
  return workInSlices(() => unplanTimers().run({ limit: TIMERS_PER_STEP }).changes);
}

/** By step, the latest moment a timer set now may wait for. One that waits longer was set while the clock was ahead. */
function latestOf(step: Step | 'plan', now: number): { step: Step | 'plan'; latest: string; never: string } {
  const latest = step === 'plan' ? isoOf(now) : dueAfter(isoOf(now), LONGEST_WAIT_MINUTES, readTeamNotices());
  return { step, latest, never: NEVER };
}

/** Whether timers need planning or a reminder, or a round is still unrecorded. Reads only. */
export function hasDueTimers(now: number): boolean {
  if (STEPS.some((step) => selectTimerAhead().get(latestOf(step, now)))) return true;
  const due = (step: Step | 'plan') => selectDueTimers().get({ step, now: isoOf(now), limit: 1 }) !== undefined;
  return due('plan') || due('insist') || due('alarm') || selectLastRound().get()?.is_recorded === 0;
}

/**
 * Sends reminders of untouched enquiries, one message per person however many there are, then records in each lead's
 * history who was notified. If the process dies in between, the next one finishes recording and notifies nobody twice.
 */
export async function remindOfUntouched(now: number, isStopped: () => boolean): Promise<void> {
  // Before planning, which would change what that round was about.
  await recordLastRound(isStopped);
  for (const step of STEPS) await workInSlices(() => (isStopped() ? 0 : replanAhead(step, now)));
  await workInSlices(() => (isStopped() ? 0 : planTimers(now)));
  const opening = nextWorkingMoment(now, readTeamNotices());
  for (const step of ['insist', 'alarm'] as const) {
    if (isStopped()) return;
    // Quiet hours: they may have changed since it was scheduled, or begun during an outage.
    if (opening !== now) await workInSlices(() => (isStopped() ? 0 : postpone(step, now, opening)));
    else if (await inSharedTransaction(() => beginRound(step, now))) await recordLastRound(isStopped);
  }
}

function replanAhead(step: Step | 'plan', now: number): number {
  return replanTimersAhead().run({ ...latestOf(step, now), now: isoOf(now), limit: TIMERS_PER_STEP }).changes;
}

function postpone(step: Step, now: number, opening: number | null): number {
  const due = selectDueTimers().all({ step, now: isoOf(now), limit: TIMERS_PER_STEP });
  const due_at = opening === null ? NEVER : isoOf(opening);
  for (const timer of due) updateTimer().run({ ...timer, step, due_at });
  return due.length;
}

/** Returns whether a round was due and has been sent. */
function beginRound(step: Step, now: number): boolean {
  const moment = isoOf(now);
  const due = selectDueTimers().all({ step, now: moment, limit: MAX_LEADS_NAMED });
  if (due.length === 0 || selectLastRound().get()?.is_recorded === 0) return false;
  const sinceLast = now - Date.parse(selectLastRoundOf().get({ step })?.told_at ?? '');
  if (sinceLast >= 0 && sinceLast < MIN_ROUND_INTERVAL_MS) return false;
  const total = countDueTimers().get({ step, now: moment, most: MAX_COUNTED })?.total ?? due.length;
  const leads = due.map(({ lead_id }) => lead_id);
  const people = notify(recipientsOf(step), { kind: 'untouched', step, leads, total });
  insertRound().run({ step, people: JSON.stringify(people), due_until: moment, total, told_at: moment });
  return true;
}

function recipientsOf(step: Step): readonly Recipient[] {
  const people = listRecipients();
  return step === 'insist' ? onDuty(people) : people.filter(({ isAdmin }) => isAdmin);
}

/** Records the last round in each lead's history, and schedules the next step. */
async function recordLastRound(isStopped: () => boolean): Promise<void> {
  const round = selectLastRound().get();
  if (!round || round.is_recorded === 1) return;
  const settings = readTeamNotices();
  await workInSlices(() => {
    if (isStopped()) return 0;
    const due = selectDueTimers().all({
      step: round.step,
      now: round.due_until,
      limit: LEADS_RECORDED_PER_STEP,
    });
    for (const { lead_id } of due) recordReminder(lead_id, round, settings);
    if (due.length === 0) finishRound().run(round);
    return due.length;
  });
}

function recordReminder(lead_id: number, { id, step, people, told_at }: Round, settings: TeamNotices): void {
  if (people !== '[]') {
    recordEvent(lead_id, null, { type: 'told', field: step, to: String(id) }, told_at);
  }
  if (step === 'alarm') deleteTimer().run({ lead_id });
  else {
    const later = settings.alarm_after - settings.insist_after;
    updateTimer().run({ lead_id, since: told_at, step: 'alarm', due_at: dueAfter(told_at, later, settings) });
  }
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}
