import { bulkErrors, leadErrors } from '~/shared/strings/lead/errors';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import { rule, type Sentence, z } from '~/shared/zod';
import { leadFiltersSchema } from './filter-schema';
import { changeable } from './schema';

const MAX_IDS = 500;
const leadId = z.int().positive();

/** Bulk changes: set fields, or delete. */
const bulkChangeSchema = changeable
  .pick({ estado: true, owner_id: true, next_contact_on: true, next_contact_at: true, lost_reason: true })
  .extend({ deleted: z.literal(true).optional() })
  .superRefine(({ deleted, ...fields }, { addIssue }) => {
    const refuse = (field: string, error: Sentence) => addIssue({ code: 'custom', ...rule(error, field) });
    const given = Object.values(fields).filter((value) => value !== undefined);
    if (given.length === 0 && !deleted) refuse('change', leadErrors.nothingToChange);
    if (given.length > 0 && deleted) refuse('deleted', bulkErrors.deletedAlone);
    const { estado, next_contact_on, next_contact_at, lost_reason } = fields;
    if (next_contact_at && !next_contact_on) refuse('next_contact_at', followUpErrors.nextContactHourAlone);
    if (lost_reason && estado && estado !== 'perdido') refuse('lost_reason', followUpErrors.lostReasonOnlyLost);
  });
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/**
 * Changes these leads, or all that match a list's filters. `as_of` is the last event the user had seen: leads changed
 * by others after it are skipped.
 */
export const bulkSchema = z
  .strictObject({
    ids: z.array(leadId, { error: bulkErrors.ids }).min(1, bulkErrors.ids).max(MAX_IDS, bulkErrors.ids).optional(),
    filter: leadFiltersSchema.optional(),
    change: bulkChangeSchema,
    as_of: z.int().nonnegative().optional(),
  })
  .refine(({ ids, filter }) => Boolean(ids) !== Boolean(filter), rule(bulkErrors.target, 'ids'));
export type BulkInput = z.infer<typeof bulkSchema>;

/** The key from the act's first answer. */
export const bulkUndoSchema = z.strictObject({ undo: z.guid({ error: bulkErrors.undoGone.es }) });

const total = z.int().nonnegative();

/**
 * Progress of a bulk change over all its calls; unless `done`, repeating the call continues it. `left` names the first
 * leads this call skipped that still exist.
 */
export const bulkAnswerSchema = z
  .object({
    changed: total,
    skipped: total,
    left: z.array(z.object({ id: total, nombre: z.string() })),
    undo: z.string(),
    done: z.boolean(),
  })
  .meta({
    id: 'BulkAnswer',
    examples: [
      {
        changed: 2,
        skipped: 1,
        left: [{ id: 43, nombre: 'Marta Giménez' }],
        undo: '5b0f6a1e-6d3c-4c55-9f0e-2f4f6f0f7c11',
        done: true,
      },
    ],
  });
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;

/** Progress of undoing it. `kept`: changed by somebody since, so left as they are. */
export const bulkUndoAnswerSchema = z
  .object({ restored: total, kept: total, done: z.boolean() })
  .meta({ id: 'BulkUndoAnswer', examples: [{ restored: 2, kept: 0, done: true }] });
export type BulkUndoAnswer = z.infer<typeof bulkUndoAnswerSchema>;
