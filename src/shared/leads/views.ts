import { viewErrors } from '~/shared/strings/panel/views';
import { requiredText } from '~/shared/text';
import { hasChanges, z } from '~/shared/zod';
import { toQuery } from './filter-params';
import { leadFiltersSchema } from './filter-schema';
import { hasValidOrder } from './filters';

/** Limit of a person's views, and of shared ones: every event recounts them all. */
export const MAX_VIEWS = 20;

/** A saved list, as a person sees it. */
export type SavedView = {
  id: number;
  name: string;
  /** As saved. */
  query: string;
  shared: boolean;
  /** Null once their account is gone. */
  author_id: string | null;
  author_name: string | null;
  /** Whether the person may change it. */
  may_change: boolean;
  /** The part of the query that is still valid: the list it opens. */
  opens: string;
  /** What no longer is, as a sentence. */
  problem: string | null;
  /** How many leads it holds; null if not counted yet. */
  total: number | null;
};

const name = requiredText(viewErrors.nameRequired, 40, viewErrors.nameLong);

/** A list query without cursor and zone, with known filters only; equal lists give equal text. */
const query = z
  .string({ error: viewErrors.queryRequired })
  .max(2000, viewErrors.queryInvalid)
  .transform((text, context) => {
    const given = Object.fromEntries(new URLSearchParams(text));
    const { success, data } = leadFiltersSchema.safeParse(given);
    const saved = success && hasValidOrder(data) ? toQuery({ ...data, tz: undefined }) : undefined;
    if (!saved) context.addIssue(saved === '' ? viewErrors.queryRequired : viewErrors.queryInvalid);
    return saved || z.NEVER;
  });

export const createViewSchema = z.strictObject({ name, query, shared: z.boolean().optional() });
export type CreateView = z.infer<typeof createViewSchema>;

/** `position` is its place among one's own views, or among the shared ones. */
export const updateViewSchema = z
  .strictObject({
    name: name.optional(),
    query: query.optional(),
    shared: z.boolean().optional(),
    position: z.int().min(0).max(MAX_VIEWS).optional(),
  })
  .refine(hasChanges, { error: viewErrors.nothingToChange });
export type UpdateView = z.infer<typeof updateViewSchema>;
