import type { Trouble } from '~/shared/notices/settings';
import { query } from '../database/connection';

export const selectTold = query<[{ kind: Trouble }], { since: string }>(
  'SELECT since FROM notice_troubles WHERE kind = :kind',
);

export const insertTold = query<[{ kind: Trouble; since: string }]>(
  'INSERT INTO notice_troubles (kind, since) VALUES (:kind, :since) ON CONFLICT DO NOTHING',
);

export const deleteTold = query<[{ kind: Trouble }]>('DELETE FROM notice_troubles WHERE kind = :kind');
