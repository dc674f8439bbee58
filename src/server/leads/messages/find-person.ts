import type { Lead } from '~/shared/leads/lead';
import { foldedWords } from '~/shared/leads/search';
import { COUNTRY_CODES } from '~/shared/phones/country-codes';
import { countryOfPhone } from '~/shared/phones/numbering';
import type { DialledCountry } from '~/shared/phones/numbering-plans';
import { query } from '../../database/connection';
import type { WhatsappMessage, WhatsappPerson } from '../../whatsapp/webhook-events';
import { isFromErased } from '../erasure/erased-marks';
import { changeLeadInTransaction, findLead } from '../leads';
import { findSamePerson, findSameText } from '../same-person/find-same-person';
import { joinAsOnePerson } from '../same-person/join';
import { updateUserId } from './message-queries';
import { keyOfNumber, keyOfPerson } from './number-keys';
import { claimMessages } from './unclaimed';

/**
 * After so long without use WhatsApp gives up an account, and telephone companies the number, to whoever takes it next.
 */
const ABSENCE_MS = 45 * 24 * 60 * 60 * 1000;

/** Whether the person was erased since this moment. Throws AppError `busy` if the secrets key is missing. */
export function isErased({ number, userId = null }: WhatsappPerson, at: string): boolean {
  return [number, userId].some((one) => one !== null && isFromErased(one, at));
}

/** The newest live lead of Meta's id, or the one that its lead was joined into. */
const selectByUserId = query<[{ user_id: string }], { id: number | null }>(
  `SELECT max(stays.id) AS id FROM leads AS known CROSS JOIN leads AS stays ON stays.id = coalesce(known.joined_into, known.id)
   WHERE known.whatsapp_user_id = :user_id AND stays.deleted_at IS NULL`,
);

/** Leads of one person as WhatsApp knows them: the number's newest live one, and that of Meta's id. */
export function findByPerson({ number, userId = null }: WhatsappPerson) {
  // The text identifies the lead of a number that is none by our rules.
  const byNumber =
    number === null
      ? null
      : (findSamePerson({ email_key: null, phone_key: keyOfNumber(number) }) ?? findSameText(`+${number}`));
  const byId = userId === null ? null : (selectByUserId().get({ user_id: userId })?.id ?? null);
  return { byNumber, byId };
}

/**
 * The lead that a message belongs to, in the caller's transaction; null for a stranger's. It learns the number or the id
 * that it lacks; where each has a lead of its own, they are joined. `former`: the lead of whoever had the number before
 * its present owner.
 */
export function findLeadOf(message: WhatsappMessage): { lead_id: number | null; former: number | null } {
  const { byNumber, byId } = findByPerson(message);
  const isReused = byNumber !== null && isSomebodyElse(message, byNumber);
  const former = isReused ? byNumber : null;
  const lead_id = isReused ? byId : (byNumber ?? byId);
  if (lead_id === null || message.isPast) return { lead_id, former };
  if (byId !== null && byId !== lead_id && findLead(byId).whatsapp === null) joinAsOnePerson(byId, lead_id);
  if (lead_id === byId && byNumber !== lead_id) setNumber(findLead(lead_id), message.number);
  const { whatsapp_user_id: known, phone_key } = findLead(lead_id);
  const { userId = null } = message;
  // Of leads that were joined, each may have had a number and so an id.
  const isTheirs = known === null || phone_key === keyOfPerson(message);
  if (userId !== null && userId !== known && isTheirs) updateUserId().run({ id: lead_id, user_id: userId });
  return { lead_id, former };
}

/** Gives a lead without a number the one that WhatsApp tells. */
function setNumber({ id, whatsapp, pais }: Lead, number: string | null): void {
  if (number === null || whatsapp !== null) return;
  changeLeadInTransaction(id, { whatsapp: `+${number}`, pais: pais ?? countryOfNumber(number) }, null, {
    claims: false,
  });
  claimMessages(id);
}

/** The country of a number, or of Meta's id, which begins with its code; null if unknown. */
export function countryOfPerson({ number, userId }: WhatsappPerson): Lead['pais'] {
  if (number !== null) return countryOfNumber(number);
  const countries = Object.keys(COUNTRY_CODES) as DialledCountry[];
  return countries.find((country) => userId?.startsWith(`${COUNTRY_CODES[country]}.`)) ?? null;
}

function countryOfNumber(number: string): Lead['pais'] {
  const pais = countryOfPhone(`+${number}`);
  return pais === 'Otro' ? null : pais;
}

/** When the person last wrote from this number, and the last profile name that is known of it. */
const selectLastNamed = query<[{ lead_id: number; phone_key: string }], { at: string; sender_name: string | null }>(
  `SELECT at, coalesce(sender_name, (
     SELECT sender_name FROM messages
     WHERE lead_id = :lead_id AND direction = 'in' AND phone_key = :phone_key AND sender_name IS NOT NULL
     ORDER BY at DESC LIMIT 1
   )) AS sender_name
   FROM messages WHERE lead_id = :lead_id AND direction = 'in' AND phone_key = :phone_key ORDER BY at DESC LIMIT 1`,
);

/**
 * Whether a number has a new owner: it was silent for long, and writes under a name that has nothing in common with the
 * former one. Meta's id tells that it is the same one, whatever they are called.
 */
function isSomebodyElse(message: WhatsappMessage, lead_id: number): boolean {
  const { direction, isPast, name, userId = null, at } = message;
  if (direction === 'out' || isPast || name === null) return false;
  const last = selectLastNamed().get({ lead_id, phone_key: keyOfPerson(message) });
  if (!last || Date.parse(at) - Date.parse(last.at) < ABSENCE_MS) return false;
  const lead = findLead(lead_id);
  if (userId !== null && userId === lead.whatsapp_user_id) return false;
  const names = [last.sender_name, lead.source === 'whatsapp' ? lead.nombre : null].filter((one) => one !== null);
  return names.length > 0 && names.every((former) => areDifferent(former, name));
}

/** Names without letters tell nothing. */
function areDifferent(one: string, other: string): boolean {
  const [words, others] = [foldedWords(one), foldedWords(other)];
  return words.length > 0 && others.length > 0 && !words.some((word) => others.includes(word));
}
