import { leadErrors } from '~/shared/strings/lead-errors';
import { requiredText } from '~/shared/text';
import { z } from '~/shared/zod';

/**
 * How many of each are erased with a person, or would be. `audit` and `events` stay, without the person's email, and
 * `companies` without the person's name.
 */
export type ErasedCounts = Record<
  | 'leads'
  | 'enquiries'
  | 'deliveries'
  | 'views'
  | 'import_rows'
  | 'sign_ups'
  | 'invitations'
  | 'mails'
  | 'events'
  | 'audit'
  | 'companies',
  number
>;

/** What may be the same person's, or tell of them; somebody has to decide. */
export type Related = {
  /** They have the number, and another email. */
  leads: { id: number; nombre: string; email: string }[];
  /** Emails that the person's leads have, had, or were joined with. */
  emails: string[];
  /** They were made of a lead of the person, and bear the name. */
  companies: { id: number; name: string }[];
  /** They look for the name or the number, or are called so. */
  views: { id: number; name: string }[];
};

/** What is erased with a person, and what stays. */
export type Erasure = {
  erased: ErasedCounts;
  related: Related;
  /** Other people's leads whose notes, message or history name the person. */
  named_in: number[];
  has_account: boolean;
  is_agent: boolean;
  /** Backups from before, which hold the person until they are replaced, and after how many days that is at the latest. */
  copies: number;
  copy_days: number;
  /** False while somebody reads the database for long: what was erased may stand in its write-ahead log until then. */
  is_overwritten: boolean;
};

const ids = z.array(z.int().positive()).max(500).optional();

/** The body of a request that erases a person: the lead's email, or else its number, typed, and what was ticked of what is related. */
export const eraseSchema = z.strictObject({
  confirm: requiredText({ required: leadErrors.confirmEmail, max: 254, tooLong: leadErrors.confirmEmail }),
  leads: ids,
  emails: z.array(z.string().max(254)).max(500).optional(),
  companies: ids,
  views: ids,
});
export type EraseInput = z.infer<typeof eraseSchema>;

/** What is ticked: agencies lose the name, everything else goes. */
export type Also = Omit<EraseInput, 'confirm'>;
