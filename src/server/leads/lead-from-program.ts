import { CHANGEABLE, EMPTY_FIELDS, isEmptyValue } from '~/shared/leads/fields';
import { type Lead, pick } from '~/shared/leads/lead';
import type { ProgramLead } from '~/shared/leads/program';
import type { LeadChanges } from '~/shared/leads/schema';
import { inSharedTransaction } from '../database/group-commit';
import { createOnce, type Idempotency } from '../idempotency/idempotency';
import { announceLead } from '../notices/new-leads';
import { type GivenChanges, settleFollowUp } from './change-rules';
import { addLead } from './create-lead';
import { changeLeadInTransaction, findFollowing, findLead } from './leads';
import { findColleague } from './owners/owners';
import { personKeys } from './same-person/contact-keys';
import { findSamePerson, findSameText } from './same-person/find-same-person';

/** Older leads are no news: whoever brings them from elsewhere brings many. */
const NEWS_MS = 24 * 60 * 60 * 1000;

/** `found`: the person already had this lead. */
type Received = { id: number; lead: Lead; found: boolean };

/**
 * Takes a lead from a program, in one transaction: if asked to, looks for the person's last lead and updates it or
 * leaves it; otherwise creates one. A repeated request does nothing. A new lead is treated like an enquiry (it waits,
 * enters the rotation and is announced), unless it is old or already worked elsewhere; then its owner is the one given.
 * @throws {AppError} `invalid`; `already_made`; `not_found` if the lead of a repeated request is gone.
 */
export function receiveLead(input: ProgramLead, idempotency: Idempotency): Promise<Received> {
  const receive = (): Received => {
    const known = input.on_match === undefined || input.on_match === 'create' ? null : findKnown(input);
    if (known === null) return received(make(input, idempotency.userId), false);
    if (input.on_match === 'update')
      changeLeadInTransaction(known, listChanges(input, findLead(known)), idempotency.userId);
    return received(findLead(known), true);
  };
  return inSharedTransaction(() =>
    createOnce(idempotency, 'lead', input, {
      make: receive,
      find: (id, found) => received(findFollowing(id), found),
    }),
  );
}

const received = (lead: Lead, found: boolean): Received => ({ id: lead.id, lead, found });

/** The person's last lead, by the keys the program chose to match. */
function findKnown({ match, email, whatsapp, pais }: ProgramLead): number | null {
  const byNumber = match !== 'email' && whatsapp !== null;
  const keys = personKeys({ ...(match !== 'whatsapp' && { email }), ...(byNumber && { whatsapp, pais }) });
  return findSamePerson(keys) ?? (byNumber && keys.phone_key === null ? findSameText(whatsapp) : null);
}

/** The fields the program states. Empty ones state nothing, because forms send empty fields, too. */
function listStated({ owner_email, ...stated }: ProgramLead): GivenChanges {
  const all: LeadChanges = { ...stated, ...(owner_email && { owner_id: findColleague(owner_email) }) };
  return Object.fromEntries(CHANGEABLE.flatMap((name) => (isEmptyValue(all[name]) ? [] : [[name, all[name]]])));
}

/** The stated fields that differ from the lead's; another spelling of the same email or number does not. */
function listChanges(input: ProgramLead, { email, phone_key, pais }: Lead): GivenChanges {
  const stated = listStated(input);
  if (stated.email?.toLowerCase() === email.toLowerCase()) delete stated.email;
  const key = personKeys({ whatsapp: stated.whatsapp, pais: stated.pais ?? pais }).phone_key;
  if (key !== null && key === phone_key) delete stated.whatsapp;
  return stated;
}

/** A lead of which nothing is stated. */
const UNTOUCHED = { ...EMPTY_FIELDS, nombre: '', email: '', estado: 'nuevo' } as Lead;

function make(input: ProgramLead, programId: string): Lead {
  const { source = 'api', tema } = input;
  const settled = settleFollowUp(UNTOUCHED, listStated(input));
  const { owner_id, plan, billing, ...fields } = pick(settled, CHANGEABLE);
  const { estado } = fields;
  const now = Date.now();
  const came = Math.min(Date.parse(input.created_at ?? new Date(now).toISOString()), now);
  const isNews = estado === 'nuevo' && came > now - NEWS_MS;
  const isDecided = !isNews || owner_id !== null || input.owner_id === null;
  const lead = addLead(
    {
      ...fields,
      ...{ source, tema, submission_id: null },
      ...(plan !== null && { plan, billing }),
    },
    programId,
    {
      waiting: estado === 'nuevo',
      ...(input.created_at !== undefined && { createdAt: new Date(came).toISOString() }),
      ...(isDecided && { owner: owner_id === null ? null : { id: owner_id, isRotated: false } }),
    },
  );
  if (isNews) announceLead(lead.id, null, new Date(now).toISOString());
  return lead;
}
