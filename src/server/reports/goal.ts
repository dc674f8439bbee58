import { query } from '../database/connection';

const selectGoal = query<[], { monthly_value: number }>('SELECT monthly_value FROM sales_goal WHERE id = 1');

/** What administrators want to win each month, in USD a month; null where they have set nothing. */
export function readGoal(): number | null {
  return selectGoal().get()?.monthly_value ?? null;
}
