import { leadErrors } from '~/shared/strings/lead-errors';
import { requiredText } from '~/shared/text';
import { z } from '~/shared/zod';

/** How many of each are erased with a person, or would be. `audit` and `events` stay, without the person's email. */
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
  | 'audit',
  number
>;

/** What is erased with a person, and what stays. */
export type Erasure = {
  erased: ErasedCounts;
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

/** The body of a request that erases a person: the lead's email, typed. */
export const eraseSchema = z.strictObject({
  confirm: requiredText({ required: leadErrors.confirmEmail, max: 254, tooLong: leadErrors.confirmEmail }),
});
