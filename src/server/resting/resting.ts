import { describeBrowser } from '~/shared/accounts/describe-browser';
import type { Resting } from '~/shared/resting/resting';
import { query } from '../database/connection';

/** Tokens first: a program's destination rests with its token. */
const selectResting = query<[], Resting>(
  `SELECT kind, CAST(resting.id AS TEXT) AS id, resting.name, profiles.name AS person, rests_since FROM (
     SELECT 'token' AS kind, api_tokens.id, name, made_by AS person_id, rests_since
       FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id WHERE revoked_at IS NULL
     UNION ALL SELECT 'webhook', id, host, coalesce(vouched_by, made_by), rests_since FROM webhooks WHERE removed_at IS NULL
     UNION ALL SELECT 'whatsapp', id, display_phone_number, made_by, rests_since FROM whatsapp_connection
     UNION ALL SELECT 'calendar', user_id, NULL, user_id, rests_since FROM calendar_feeds
     UNION ALL SELECT 'device', id, user_agent, user_id, rests_since FROM push_subscriptions
     UNION ALL SELECT 'invitation', id, email, invited_by, ended_at FROM invitations
   ) AS resting LEFT JOIN profiles ON profiles.id = person_id WHERE rests_since IS NOT NULL`,
);

/** All that rests, after a restore or the reset of an account, by kind. */
export function listResting(): Resting[] {
  return selectResting()
    .all()
    .map((one) => (one.kind === 'device' ? { ...one, name: describeBrowser(one.name) } : one));
}
