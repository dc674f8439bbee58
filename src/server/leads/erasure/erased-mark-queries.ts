import { query } from '../../database/connection';

/** The last moment at which somebody was erased of whom marks are kept. */
export const selectLastErasure = query<[], { last: string | null }>('SELECT max(erased_at) AS last FROM erased_marks');

export const selectErasedAt = query<[{ mark: Buffer }], { erased_at: string }>(
  'SELECT erased_at FROM erased_marks WHERE mark = :mark',
);

export const deleteMarksBefore = query<[{ before: string; limit: number }]>(
  `DELETE FROM erased_marks WHERE mark IN (
     SELECT mark FROM erased_marks INDEXED BY erased_marks_by_age WHERE erased_at < :before LIMIT :limit
   )`,
);
