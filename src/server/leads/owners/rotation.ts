import { isInbound } from '~/shared/leads/waiting';
import type { PersonKeys } from '../same-person/contact-keys';
import {
  selectColleague,
  selectNextInRotation,
  selectOwnerByEmail,
  selectOwnerByPhone,
  updateLastGiven,
} from './owner-queries';

type IncomingLead = PersonKeys & { source: string; import_id?: null };

/**
 * Owner of a new lead: whoever entered it, if in the rotation; for a person who wrote before, their former owner;
 * otherwise whoever has waited longest in the rotation. Null if the rotation is empty.
 */
export function chooseOwner(lead: IncomingLead, creatorId: string | null): { id: string; isRotated: boolean } | null {
  const next = selectNextInRotation().get();
  if (!next) return null;
  if (creatorId && selectColleague().get({ id: creatorId })?.takes_leads) return { id: creatorId, isRotated: false };
  const former = isInbound(lead) ? findFormerOwner(lead) : undefined;
  return former ? { id: former.id, isRotated: false } : { id: next.id, isRotated: true };
}

function findFormerOwner({ email_key, phone_key }: IncomingLead): { id: string } | undefined {
  return (
    (email_key === null ? undefined : selectOwnerByEmail().get({ key: email_key })) ??
    (phone_key === null ? undefined : selectOwnerByPhone().get({ key: phone_key }))
  );
}

/** Moves the owner of this lead to the end of the rotation. */
export function moveToEndOfRotation(id: string, leadId: number): void {
  updateLastGiven().run({ id, lead_id: leadId });
}
