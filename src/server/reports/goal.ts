import type { z } from 'zod';
import type { goalSchema } from '~/shared/numbers/answers';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { deleteGoal, putGoal, selectGoal } from './goal-queries';

type Goal = z.infer<typeof goalSchema>;

/** What administrators want to win each month, in USD a month; null where they have set nothing. */
export function readGoal(): number | null {
  return selectGoal().get()?.monthly_value ?? null;
}

/** Sets the goal, or takes it away, and returns it; the audit tells who did, and what it was before. */
export function changeGoal({ monthly_value }: Goal, actor: Actor): Promise<Goal> {
  return inSharedTransaction(() => {
    const before = readGoal();
    if (before === monthly_value) return { monthly_value };
    if (monthly_value === null) deleteGoal().run();
    else putGoal().run({ monthly_value, set_at: new Date().toISOString() });
    recordAudit({ type: 'goal_changed', actor, from: say(before), to: say(monthly_value) });
    return { monthly_value };
  });
}

const say = (goal: number | null) => (goal === null ? null : String(goal));
