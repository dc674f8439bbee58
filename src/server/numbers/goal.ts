import type { z } from 'zod';
import type { goalInputSchema } from '~/shared/numbers/schema';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';

type Goal = z.infer<typeof goalInputSchema>;

const selectGoal = query<[], { monthly_value: number }>('SELECT monthly_value FROM sales_goal WHERE id = 1');

/** The monthly goal, in USD a month; null if none is set. */
export function readGoal(): number | null {
  return selectGoal().get()?.monthly_value ?? null;
}

const putGoal = query<[{ monthly_value: number; set_at: string }]>(
  `INSERT INTO sales_goal (id, monthly_value, set_at) VALUES (1, :monthly_value, :set_at)
   ON CONFLICT (id) DO UPDATE SET monthly_value = excluded.monthly_value, set_at = excluded.set_at`,
);

const deleteGoal = query<[]>('DELETE FROM sales_goal WHERE id = 1');

/** Sets or clears the goal and returns it. Audited with its former value. */
export function changeGoal({ monthly_value }: Goal, actor: Actor): Promise<Goal> {
  return inSharedTransaction(() => {
    const before = readGoal();
    if (before === monthly_value) return { monthly_value };
    if (monthly_value === null) deleteGoal().run();
    else putGoal().run({ monthly_value, set_at: new Date().toISOString() });
    recordAudit({ type: 'goal_changed', actor, from: toText(before), to: toText(monthly_value) });
    return { monthly_value };
  });
}

const toText = (goal: number | null) => (goal === null ? null : String(goal));
