import type { Trouble } from '~/shared/notices/settings';
import { query } from '../../database/connection';

export const selectNotified = query<[{ kind: Trouble }], { since: string }>(
  'SELECT since FROM notice_troubles WHERE kind = :kind',
);

export const insertNotified = query<[{ kind: Trouble; since: string }]>(
  'INSERT INTO notice_troubles (kind, since) VALUES (:kind, :since) ON CONFLICT DO NOTHING',
);

export const deleteNotified = query<[{ kind: Trouble }]>('DELETE FROM notice_troubles WHERE kind = :kind');
