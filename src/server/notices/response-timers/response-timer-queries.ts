import { query } from '../../database/connection';

export type Step = 'insist' | 'alarm';
export type Watch = { lead_id: number; since: string };

/** Watches of a step that are due, in order. */
export const selectDueWatches = query<[{ step: Step | 'plan'; now: string; limit: number }], Watch>(
  `SELECT lead_id, since FROM lead_watches WHERE step = :step AND due_at <= :now
   ORDER BY due_at, lead_id LIMIT :limit`,
);

export const countDueWatches = query<[{ step: Step; now: string; most: number }], { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT 1 FROM lead_watches WHERE step = :step AND due_at <= :now LIMIT :most
   )`,
);

export const updateWatch = query<[Watch & { step: Step | 'plan'; due_at: string }]>(
  'UPDATE lead_watches SET step = :step, due_at = :due_at, since = :since WHERE lead_id = :lead_id',
);

export const deleteWatch = query<[{ lead_id: number }]>('DELETE FROM lead_watches WHERE lead_id = :lead_id');

/** Sends watches back to planning, whether due or not. */
export const planAgain = query<[{ limit: number }]>(
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

export const selectLastTold = query<[{ step: Step }], { told_at: string }>(
  'SELECT told_at FROM notice_rounds WHERE step = :step ORDER BY id DESC LIMIT 1',
);

export const finishRound = query<[{ id: number }]>('UPDATE notice_rounds SET is_recorded = 1 WHERE id = :id');
