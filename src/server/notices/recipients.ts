import type { Recipient } from './notice';
import { type RecipientRow, selectRecipientById, selectRecipients } from './recipient-queries';

/** Everybody who may be notified: not coordinators, nor people suspended or awaiting approval. */
export function listRecipients(): Recipient[] {
  return selectRecipients().all().map(toRecipient);
}

/** Administrators who may be notified. */
export function listAdmins(): Recipient[] {
  return listRecipients().filter(({ isAdmin }) => isAdmin);
}

/** The person, or null if they may no longer be notified. */
export function findRecipient(id: string): Recipient | null {
  const row = selectRecipientById().get({ id });
  return row ? toRecipient(row) : null;
}

/** Who is reminded while the team is at work: those who take leads, or everybody if nobody does. */
export function onDuty(people: readonly Recipient[]): readonly Recipient[] {
  const taking = people.filter(({ takesLeads }) => takesLeads);
  return taking.length > 0 ? taking : people;
}

function toRecipient({ weekly, troubles, push, takes_leads, is_admin, ...person }: RecipientRow): Recipient {
  return {
    ...person,
    weekly: weekly === 1,
    troubles: troubles === 1,
    push: push === 1,
    takesLeads: takes_leads === 1,
    isAdmin: is_admin === 1,
  };
}
