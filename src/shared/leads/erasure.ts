import type { ErasedKind } from '~/shared/strings/lead/erase';
import { leadErrors } from '~/shared/strings/lead/errors';
import { requiredText } from '~/shared/text';
import { z } from '~/shared/zod';

/**
 * Counts of what is, or would be, erased with a person. `audit` and `events` stay without email and number, `companies`
 * without the name.
 */
export type ErasedCounts = Record<ErasedKind, number>;

/** Possible matches: somebody has to decide. */
export type Related = {
  /** Same number, another email. */
  leads: { id: number; nombre: string; email: string }[];
  /** Emails the person's leads have, had, or were joined with, or that came along with their number. */
  emails: string[];
  /** Created from the person's lead, and named after them. */
  companies: { id: number; name: string }[];
  /** Their name or search contains the person's name or number. */
  views: { id: number; name: string }[];
};

/** What is erased with a person, and what stays. */
export type Erasure = {
  erased: ErasedCounts;
  related: Related;
  /** Other people's leads that mention the person in a note, a message or their history. */
  named_in: number[];
  has_account: boolean;
  is_agent: boolean;
  /** Older backups that still hold the person, and the most days until they are replaced. */
  copies: number;
  copy_days: number;
  /** False while a long reader keeps erased data in the write-ahead log. */
  is_overwritten: boolean;
};

const ids = z.array(z.int().positive()).max(500).optional();

/** Erases a person: the lead's email (or else number, or else name) typed as confirmation, and the possible matches ticked. */
export const eraseSchema = z.strictObject({
  confirm: requiredText(leadErrors.confirmEmail, 254, leadErrors.confirmEmail),
  leads: ids,
  emails: z.array(z.string().max(254)).max(500).optional(),
  companies: ids,
  views: ids,
});
export type EraseInput = z.infer<typeof eraseSchema>;

/** The ticked matches: agencies lose the name, everything else goes. */
export type ErasureChoices = Omit<EraseInput, 'confirm'>;
