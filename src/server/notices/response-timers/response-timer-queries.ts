import { query } from '../../database/connection';

/** A reminder, then the escalation to administrators. */
export type Step = 'insist' | 'alarm';
export type ResponseTimer = { lead_id: number; since: string };
type TimerRow = ResponseTimer & { step: Step | 'plan'; due_at: string };

export const selectTimer = query<[{ lead_id: number }], TimerRow>(
  'SELECT lead_id, step, due_at, since FROM lead_watches WHERE lead_id = :lead_id',
);

/** Keeps a timer that runs already. */
export const insertTimer = query<[TimerRow]>(
  `INSERT INTO lead_watches (lead_id, step, due_at, since) VALUES (:lead_id, :step, :due_at, :since)
   ON CONFLICT DO NOTHING`,
);

/** Only for a lead that nobody has answered. */
export const insertTimerOfWaiting = query<[TimerRow]>(
  `INSERT INTO lead_watches (lead_id, step, due_at, since)
   SELECT id, :step, :due_at, :since FROM leads
   WHERE id = :lead_id AND (first_contacted_at IS NULL OR awaiting_reply_since IS NOT NULL)
   ON CONFLICT DO NOTHING`,
);

/** Only for a recent enquiry. */
export const insertTimerOfEnquiry = query<[ResponseTimer]>(
  `INSERT INTO lead_watches (lead_id, step, due_at, since)
   SELECT lead_id, 'plan', :since, :since FROM notice_enquiries WHERE lead_id = :lead_id
   ON CONFLICT DO NOTHING`,
);

/** Due timers of a step, in order. */
export const selectDueTimers = query<[{ step: Step | 'plan'; now: string; limit: number }], ResponseTimer>(
  `SELECT lead_id, since FROM lead_watches WHERE step = :step AND due_at <= :now
   ORDER BY due_at, lead_id LIMIT :limit`,
);

export const countDueTimers = query<[{ step: Step; now: string; most: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM lead_watches WHERE step = :step AND due_at <= :now LIMIT :most
   )`,
);

export const updateTimer = query<[TimerRow]>(
  'UPDATE lead_watches SET step = :step, due_at = :due_at, since = :since WHERE lead_id = :lead_id',
);

export const deleteTimer = query<[{ lead_id: number }]>('DELETE FROM lead_watches WHERE lead_id = :lead_id');

type Ahead = { step: Step | 'plan'; latest: string; never: string };

/** A timer of a step that would wait beyond `latest`, but not for ever. */
export const selectTimerAhead = query<[Ahead], { lead_id: number }>(
  `SELECT lead_id FROM lead_watches WHERE step = :step AND due_at > :latest AND due_at < :never LIMIT 1`,
);

/** Lets those count from now: an escalation is due, a reminder is planned again. */
export const replanTimersAhead = query<[Ahead & { now: string; limit: number }]>(
  `UPDATE lead_watches SET step = iif(step = 'alarm', 'alarm', 'plan'), due_at = :now, since = :now WHERE lead_id IN (
     SELECT lead_id FROM lead_watches WHERE step = :step AND due_at > :latest AND due_at < :never LIMIT :limit
   )`,
);

/** Sends timers back to planning, whether due or not. */
export const unplanTimers = query<[{ limit: number }]>(
  `UPDATE lead_watches SET step = 'plan', due_at = since WHERE lead_id IN (
     SELECT lead_id FROM lead_watches WHERE step = 'insist' ORDER BY due_at, lead_id LIMIT :limit
   )`,
);

type NewRound = { step: Step; people: string; due_until: string; total: number; told_at: string };
export type Round = NewRound & { id: number };

export const insertRound = query<[NewRound]>(
  `INSERT INTO notice_rounds (step, people, due_until, total, told_at)
   VALUES (:step, :people, :due_until, :total, :told_at)`,
);

/** The newest round; a round begins only once the one before is recorded. */
export const selectLastRound = query<[], Round & { is_recorded: 0 | 1 }>(
  `SELECT id, step, people, due_until, total, told_at, is_recorded FROM notice_rounds
   WHERE id = (SELECT max(id) FROM notice_rounds)`,
);

export const selectLastRoundOf = query<[{ step: Step }], { told_at: string }>(
  'SELECT told_at FROM notice_rounds WHERE step = :step ORDER BY id DESC LIMIT 1',
);

export const finishRound = query<[{ id: number }]>('UPDATE notice_rounds SET is_recorded = 1 WHERE id = :id');
