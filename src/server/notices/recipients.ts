import type { EmailChoice } from '~/shared/notices/settings';
import { query } from '../database/connection';

/** Somebody who can be notified: active staff, with their own choices or the team's. */
export type Recipient = {
  id: string;
  email: EmailChoice;
  weekly: 0 | 1;
  troubles: 0 | 1;
  /** Only with a subscribed device. */
  push: 0 | 1;
  zone: string;
  takes_leads: 0 | 1;
  is_admin: 0 | 1;
};

const RECIPIENT = `
  SELECT id, notice_weekly AS weekly, notice_troubles AS troubles, takes_leads,
    notice_push = 1 AND EXISTS (SELECT 1 FROM push_subscriptions WHERE user_id = profiles.id AND rests_since IS NULL) AS push,
    coalesce(notice_email, (SELECT email FROM notice_settings WHERE id = 1)) AS email,
    coalesce(zone, (SELECT zone FROM notice_settings WHERE id = 1)) AS zone,
    EXISTS (SELECT 1 FROM user_roles WHERE user_id = profiles.id AND role = 'admin') AS is_admin
  FROM profiles`;

const MAY_BE_NOTIFIED = "status = 'active' AND company_id IS NULL";

const selectRecipients = query<[], Recipient>(`${RECIPIENT} INDEXED BY profiles_by_status WHERE ${MAY_BE_NOTIFIED}`);

/** Everybody who may be notified: not coordinators, nor people suspended or awaiting approval. */
export function listRecipients(): Recipient[] {
  return selectRecipients().all();
}

/** Administrators who may be notified. */
export function listAdmins(): Recipient[] {
  return listRecipients().filter(({ is_admin }) => is_admin === 1);
}

const selectRecipientById = query<[{ id: string }], Recipient>(`${RECIPIENT} WHERE id = :id AND ${MAY_BE_NOTIFIED}`);

/** The person, or null if they may no longer be notified. */
export function findRecipient(id: string): Recipient | null {
  return selectRecipientById().get({ id }) ?? null;
}

export const selectAddress = query<[{ id: string }], { name: string; address: string }>(
  'SELECT name, email AS address FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.id = :id',
);

/** Who is reminded while the team is at work: those who take leads, or everybody if nobody does. */
export function onDuty(people: readonly Recipient[]): readonly Recipient[] {
  const taking = people.filter(({ takes_leads }) => takes_leads === 1);
  return taking.length > 0 ? taking : people;
}
