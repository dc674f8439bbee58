import { query } from '../../database/connection';

/** A reminder, then the escalation to administrators. */
export type Step = 'insist' | 'alarm';
export type Timer = { lead_id: number; step: Step; since: string };

export const selectTimer = query<[{ lead_id: number }], Timer>(
  'SELECT lead_id, step, since FROM lead_watches WHERE lead_id = :lead_id',
);

/** Keeps a timer that runs already. */
export const insertTimer = query<[Timer]>(
  'INSERT INTO lead_watches (lead_id, step, since) VALUES (:lead_id, :step, :since) ON CONFLICT DO NOTHING',
);

/** Only for a lead that nobody has answered. */
export const insertTimerOfWaiting = query<[Omit<Timer, 'step'>]>(
  `INSERT INTO lead_watches (lead_id, step, since)
   SELECT id, 'insist', :since FROM leads
   WHERE id = :lead_id AND (first_contacted_at IS NULL OR awaiting_reply_since IS NOT NULL)
   ON CONFLICT DO NOTHING`,
);

/** Only for a recent enquiry. */
export const insertTimerOfEnquiry = query<[Omit<Timer, 'step'>]>(
  `INSERT INTO lead_watches (lead_id, step, since)
   SELECT lead_id, 'insist', :since FROM notice_enquiries WHERE lead_id = :lead_id
   ON CONFLICT DO NOTHING`,
);

type Due = { step: Step; until: string };

/** Timers of a step that began by a moment, in order. */
export const selectDueTimers = query<[Due & { limit: number }], { lead_id: number }>(
  'SELECT lead_id FROM lead_watches WHERE step = :step AND since <= :until ORDER BY since, lead_id LIMIT :limit',
);

export const countDueTimers = query<[Due & { most: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM lead_watches WHERE step = :step AND since <= :until LIMIT :most
   )`,
);

export const updateTimer = query<[Timer]>(
  'UPDATE lead_watches SET step = :step, since = :since WHERE lead_id = :lead_id',
);

export const deleteTimer = query<[{ lead_id: number }]>('DELETE FROM lead_watches WHERE lead_id = :lead_id');

/** A timer of a step that begins only after `now`: it was started while the clock was ahead. */
export const selectTimerAhead = query<[{ step: Step; now: string }], { lead_id: number }>(
  'SELECT lead_id FROM lead_watches WHERE step = :step AND since > :now LIMIT 1',
);

type NewRound = { step: Step; people: string; due_until: string; total: number; told_at: string };
export type Round = NewRound & { id: number; is_recorded: 0 | 1 };

export const insertRound = query<[NewRound]>(
  `INSERT INTO notice_rounds (step, people, due_until, total, told_at)
   VALUES (:step, :people, :due_until, :total, :told_at)`,
);

/** The newest round; a round begins only once the one before is recorded. */
export const selectLastRound = query<[], Round>(
  `SELECT id, step, people, due_until, total, told_at, is_recorded FROM notice_rounds
   WHERE id = (SELECT max(id) FROM notice_rounds)`,
);

export const selectLastRoundOf = query<[{ step: Step }], { told_at: string }>(
  'SELECT told_at FROM notice_rounds WHERE step = :step ORDER BY id DESC LIMIT 1',
);

export const finishRound = query<[{ id: number }]>('UPDATE notice_rounds SET is_recorded = 1 WHERE id = :id');
