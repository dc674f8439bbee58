import type { OwnSession, SessionUser } from '~/shared/accounts/account';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { silenceOtherDevices } from '../notices/push/subscriptions';
import { deleteOtherSessions } from '../sessions/session-queries';

const updateProfileName = query<[{ id: string; name: string }]>('UPDATE profiles SET name = :name WHERE id = :id');

export async function changeOwnName(user: SessionUser, name: string, actor: Actor): Promise<SessionUser> {
  await inSharedTransaction(() => {
    updateProfileName().run({ id: user.id, name });
    recordAudit({ type: 'name_changed', actor, from: user.name, to: name });
  });
  return { ...user, name };
}

type OwnSessionRow = Omit<OwnSession, 'current'> & { current: 0 | 1 };

const selectSessionsOfUser = query<[{ user_id: string; current: Buffer; now: string }], OwnSessionRow>(
  `SELECT id, user_agent, network, created_at, last_used_at, token_hash = :current AS current FROM sessions
   WHERE user_id = :user_id AND idle_expires_at > :now AND expires_at > :now
   ORDER BY current DESC, last_used_at DESC`,
);

/** One's own sessions: the current one first, then by latest use. `currentHash`: the token's hash of the current one. */
export function listOwnSessions(userId: string, currentHash: Buffer): OwnSession[] {
  return selectSessionsOfUser()
    .all({ user_id: userId, current: currentHash, now: new Date().toISOString() })
    .map((row) => ({ ...row, current: row.current === 1 }));
}

const deleteSessionById = query<[{ user_id: string; id: string }]>(
  'DELETE FROM sessions WHERE id = :id AND user_id = :user_id',
);

/** Ends one of one's own sessions. Throws AppError `not_found`, also for another user's. */
export function endOwnSession(userId: string, id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { changes } = deleteSessionById().run({ user_id: userId, id });
    if (changes === 0) throw new AppError('not_found');
    recordAudit({ type: 'session_ended', actor });
  });
}

/** Ends one's other sessions, and silences all devices but this session's own. */
export function endOtherSessions(userId: string, current: Buffer, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    deleteOtherSessions().run({ user_id: userId, current });
    silenceOtherDevices(userId, current);
    recordAudit({ type: 'sessions_ended', actor });
  });
}
