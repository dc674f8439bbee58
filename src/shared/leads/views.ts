import { viewErrors } from '~/shared/strings/view-errors';
import { requiredText } from '~/shared/text';
import { z } from '~/shared/zod';
import { toQuery } from './filter-params';
import { isListable, leadFiltersSchema } from './schema';

/** So many views a person may have, and so many may be shared: each is counted again whenever something happens. */
export const MOST_VIEWS = 20;

/** A saved list, as a person sees it. */
export type SavedView = {
  id: number;
  name: string;
  /** The list's query as it was saved. */
  query: string;
  shared: boolean;
  /** Who made it; null once their account is gone. */
  author_id: string | null;
  author_name: string | null;
  /** Whether the person may change it. */
  may_change: boolean;
  /** What of the query still means something: which list is opened. */
  opens: string;
  /** What no longer does, as a sentence. */
  problem: string | null;
  /** How many leads it holds; null where they are not counted yet. */
  total: number | null;
};

const name = requiredText({ required: viewErrors.nameRequired, max: 40, tooLong: viewErrors.nameLong });

/** A query of the list without cursor and zone, each filter of which exists; equal lists give equal text. */
const query = z
  .string({ error: viewErrors.queryRequired })
  .max(2000, viewErrors.queryInvalid)
  .transform((text, context) => {
    const given = Object.fromEntries(new URLSearchParams(text));
    const { success, data } = leadFiltersSchema.safeParse(given);
    const saved = success && isListable(data) ? toQuery({ ...data, tz: undefined }) : undefined;
    if (!saved) context.addIssue(saved === '' ? viewErrors.queryRequired : viewErrors.queryInvalid);
    return saved || z.NEVER;
  });

export const createViewSchema = z.strictObject({ name, query, shared: z.boolean().optional() });
export type CreateView = z.infer<typeof createViewSchema>;

/** A change to a view. `position` is its place among one's own ones, or among the shared ones. */
export const updateViewSchema = z
  .strictObject({
    name: name.optional(),
    query: query.optional(),
    shared: z.boolean().optional(),
    position: z.int().min(0).max(MOST_VIEWS).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: viewErrors.nothingToChange,
  });
export type UpdateView = z.infer<typeof updateViewSchema>;
