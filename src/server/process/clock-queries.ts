import { query } from '../database/connection';

export const selectClock = query<[], { believed_at: string; doubted_at: string | null; doubted_ms: number }>(
  'SELECT believed_at, doubted_at, doubted_ms FROM clock WHERE id = 1',
);

export const believeClock = query<[{ now: string }]>(
  `INSERT INTO clock (id, believed_at) VALUES (1, :now)
   ON CONFLICT (id) DO UPDATE SET believed_at = :now, doubted_at = NULL, doubted_ms = 0`,
);

export const doubtClock = query<[{ now: string; ms: number }]>(
  'UPDATE clock SET doubted_at = :now, doubted_ms = :ms WHERE id = 1',
);
