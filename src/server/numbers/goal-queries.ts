import { query } from '../database/connection';

export const selectGoal = query<[], { monthly_value: number }>('SELECT monthly_value FROM sales_goal WHERE id = 1');

export const putGoal = query<[{ monthly_value: number; set_at: string }]>(
  `INSERT INTO sales_goal (id, monthly_value, set_at) VALUES (1, :monthly_value, :set_at)
   ON CONFLICT (id) DO UPDATE SET monthly_value = excluded.monthly_value, set_at = excluded.set_at`,
);

export const deleteGoal = query<[]>('DELETE FROM sales_goal WHERE id = 1');
