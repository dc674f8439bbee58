import { type Recipient, selectRecipientById, selectRecipients } from './recipient-queries';

/** Everybody who may be notified: not coordinators, nor people suspended or awaiting approval. */
export function listRecipients(): Recipient[] {
  return selectRecipients().all();
}

/** Administrators who may be notified. */
export function listAdmins(): Recipient[] {
  return listRecipients().filter(({ is_admin }) => is_admin === 1);
}

/** The person, or null if they may no longer be notified. */
export function findRecipient(id: string): Recipient | null {
  return selectRecipientById().get({ id }) ?? null;
}

/** Who is reminded while the team is at work: those who take leads, or everybody if nobody does. */
export function onDuty(people: readonly Recipient[]): readonly Recipient[] {
  const taking = people.filter(({ takes_leads }) => takes_leads === 1);
  return taking.length > 0 ? taking : people;
}
