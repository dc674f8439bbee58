import { z } from 'zod';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { selectAccount } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { redeem } from '../accounts/one-time-tokens';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import type { Visit } from '../http/visit';
import { fetchOperatorUrl } from '../net/fetch';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { enqueue } from '../outbox/enqueue';
import { describeNetworkFailure } from '../outbox/network-failure';
import { completeSignIn, type SignInResult } from '../second-factor/second-step';
import { reportEntry } from '../sessions/entry';
import { findSignInRefusal } from '../sessions/sessions';

const TIMEOUT_MS = 10_000;
const payloadSchema = z.object({ email: z.string() });

/**
 * Orders the coordinator's access link, in the caller's transaction: from the external function if one is set up, else
 * as a mail of this CRM. Returns the message's id, to wait for its outcome.
 */
export function orderAccessLink(coordinator: { id: string; email: string }): string {
  if (!getSettings().PROVISIONING_URL) return enqueueMail({ template: 'access_link', user_id: coordinator.id });
  return enqueue({
    kind: 'provisioning',
    event: 'coordinator.access_link',
    payload: { email: coordinator.email },
  });
}

/** Calls the external function for the outbox. Its answer is not stored, as it may contain the link. Never throws. */
export async function requestMagicLink(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  const { PROVISIONING_URL, PROVISIONING_KEY } = getSettings();
  if (!PROVISIONING_URL)
    return { outcome: 'failed', status: null, error: deliveryStrings.errors.noProvisioning, gone: true };
  try {
    const { email } = payloadSchema.parse(JSON.parse(delivery.payload));
    const response = await fetchOperatorUrl(PROVISIONING_URL, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${PROVISIONING_KEY}`,
        'idempotency-key': delivery.message_id,
      },
      body: JSON.stringify({ email }),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), interrupt]),
    });
    await response.body?.cancel();
    return response.ok
      ? { outcome: 'sent', status: response.status }
      : { outcome: 'failed', status: response.status, error: deliveryStrings.errors.status(response.status) };
  } catch (error) {
    return { outcome: 'failed', status: null, error: describeNetworkFailure(error) };
  }
}

/**
 * Redeems an access link, which replaces the password but not a second factor that is set. Link and session share a
 * transaction: if the session cannot be stored, the link is not used up.
 * @throws {AppError} `token_invalid`; the reason why the account may not sign in.
 */
export async function redeemAccessLink(token: string, visit: Visit): Promise<SignInResult> {
  const result = await inSharedTransaction(() => {
    const account = selectAccount().get({ id: redeem('access', token).user_id ?? '' });
    if (!account) throw new AppError('token_invalid');
    const refusal = findSignInRefusal(account);
    if (refusal) throw new AppError(refusal);
    recordAudit({
      type: 'access_link_used',
      actor: { id: account.id, email: account.email, address: visit.address },
    });
    return completeSignIn(visit, account.id);
  });
  if ('user' in result) reportEntry(result.user.id, visit);
  return result;
}
