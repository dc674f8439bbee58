import type { SessionUser } from '~/shared/accounts/account';
import type { ErrorCode } from '~/shared/errors';
import { AppError } from '../app-error';
import { recordAttempt, recordAudit } from '../audit/audit';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { countSignIn } from '../metrics/metrics';
import { acceptInMemory } from './held-sessions';
import { beginSession } from './sessions';

/** How a way in writes: in its transaction or, on a full disk, in memory and later, with the session. */
export type Entry = {
  isHeld: boolean;
  /** Whether a proof that counts once counts now; `use` records its use. */
  accept: (proof: string, use: () => boolean) => boolean;
  /** Stores something together with the session. */
  store: (write: () => void) => void;
  begin: (visit: Visit, userId: string) => SessionUser;
};

export const storedEntry: Entry = {
  isHeld: false,
  accept: (_, use) => use(),
  store: (write) => write(),
  begin: beginSession,
};

function makeHeldEntry(): Entry {
  const writes: (() => void)[] = [];
  return {
    isHeld: true,
    accept(proof, use) {
      writes.push(use);
      return acceptInMemory(proof, use);
    },
    store: (write) => void writes.push(write),
    begin: (visit, userId) =>
      beginSession(visit, userId, () => {
        for (const write of writes) write();
      }),
  };
}

/** Runs the last step of a sign-in in one transaction or, on a full disk, in memory. */
export function enter<Result>(work: (entry: Entry) => Result): Promise<Result> {
  return unlessFull(
    () => inSharedTransaction(() => work(storedEntry)),
    () => work(makeHeldEntry()),
  );
}

export function auditEntry(
  entry: Entry,
  { id, email }: { id: string; email: string },
  way: 'password' | 'passkey' | 'totp' | 'recovery',
  { address }: Visit,
): void {
  entry.store(() => recordAudit({ type: 'sign_in', actor: { id, email, address }, to: way }));
}

export function reportEntry(user: string, { address }: Visit): void {
  countSignIn('succeeded');
  log.info({ event: 'sign_in', user, address });
}

/** Refuses a sign-in, audited alike for known and unknown emails, so the work is the same. */
export async function refuseEntry(
  reason: ErrorCode,
  subject: { id: string | null; email: string },
  { address }: Visit,
  { isKnown = true, alongside = (): unknown => undefined, refusal = new AppError(reason) } = {},
): Promise<never> {
  const record = () => {
    recordAttempt({ type: 'sign_in_failed', actor: null, subject, to: reason, address }, isKnown);
    alongside();
  };
  await unlessFull(
    () => inSharedTransaction(record),
    () => {},
  );
  countSignIn('failed');
  log.warn({ event: 'sign_in_failed', reason, address });
  throw refusal;
}
