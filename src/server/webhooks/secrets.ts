import { randomBytes } from 'node:crypto';
import { SECRET_GRACE_HOURS } from '~/shared/webhooks/limits';
import { deleteBatch, query } from '../database/connection';
import { removeInSlices } from '../database/slices';
import { seal, unseal } from '../secrets/encryption';

const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;

/** More signatures would make a header that receivers refuse. */
export const MAX_SECRETS = 10;

const secretContext = (webhookId: number) => `webhook-secret:${webhookId}`;
const headerContext = (webhookId: number) => `webhook-header:${webhookId}`;

type NewSecret = { webhook_id: number; box: Buffer; now: string };

const insertSecret = query<[NewSecret]>(
  'INSERT INTO webhook_secrets (webhook_id, box, created_at) VALUES (:webhook_id, :box, :now)',
);

const letSecretsExpire = query<[{ webhook_id: number; at: string }]>(
  'UPDATE webhook_secrets SET expires_at = :at WHERE webhook_id = :webhook_id AND expires_at IS NULL',
);

/** Creates a destination's secret, in the caller's transaction; former ones sign for another 24 hours. */
export function addSecret(webhookId: number): string {
  const now = Date.now();
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  letSecretsExpire().run({
    webhook_id: webhookId,
    at: new Date(now + SECRET_GRACE_HOURS * HOUR_MS).toISOString(),
  });
  const box = seal(secret, secretContext(webhookId));
  insertSecret().run({ webhook_id: webhookId, box, now: new Date(now).toISOString() });
  return secret;
}

const selectSecrets = query<[{ webhook_id: number; now: string }], { box: Buffer }>(
  `SELECT box FROM webhook_secrets WHERE webhook_id = :webhook_id AND (expires_at IS NULL OR expires_at > :now)
   ORDER BY id DESC`,
);

/** How many secrets sign now. */
export function countSecrets(webhookId: number): number {
  return selectSecrets().all({ webhook_id: webhookId, now: new Date().toISOString() }).length;
}

/** Valid secrets, newest first, except those of a lost key. Throws AppError `busy` if the key is not there. */
export function readSecrets(webhookId: number): string[] {
  const rows = selectSecrets().all({ webhook_id: webhookId, now: new Date().toISOString() });
  return rows.flatMap(({ box }) => unseal(box, secretContext(webhookId)) ?? []);
}

export function sealHeader(webhookId: number, value: string): Buffer {
  return seal(value, headerContext(webhookId));
}

/** Null if it was sealed with a lost key. */
export function openHeader(webhookId: number, box: Buffer): string | null {
  return unseal(box, headerContext(webhookId));
}

const deleteExpiredSecrets = deleteBatch<{ now: string }>('webhook_secrets', 'id', 'expires_at <= :now');

/** Removes expired secrets. Returns how many. */
export function removeExpiredSecrets(): Promise<number> {
  return removeInSlices(deleteExpiredSecrets, { now: new Date().toISOString() });
}
