import type { OwnSession, SessionUser } from '~/shared/accounts/account';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { silenceOtherDevices } from '../notices/push/subscriptions';
import { deleteOtherSessions, deleteSessionById, selectSessionsOfUser } from '../sessions/session-queries';
import { updateProfileName } from './account-queries';

export async function changeOwnName(user: SessionUser, name: string, actor: Actor): Promise<SessionUser> {
  await inSharedTransaction(() => {
    updateProfileName().run({ id: user.id, name });
    recordAudit({ type: 'name_changed', actor, from: user.name, to: name });
  });
  return { ...user, name };
}

/** One's own sessions: the current one first, then by latest use. `current` is the hash of its token. */
export function listOwnSessions(userId: string, current: Buffer): OwnSession[] {
  return selectSessionsOfUser()
    .all({ user_id: userId, current, now: new Date().toISOString() })
    .sort((a, b) => b.current - a.current || b.last_used_at.localeCompare(a.last_used_at))
    .map((row) => ({ ...row, current: row.current === 1 }));
}

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
