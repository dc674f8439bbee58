import { ORIGIN_LIMIT } from '~/shared/enquiries/origin';
import { apiLeadStrings } from '~/shared/strings/api/parameters';
import { leadErrors } from '~/shared/strings/lead/errors';
import { leadStrings } from '~/shared/strings/leads';
import { emptiableEmail, optionalText, requiredText } from '~/shared/text';
import { rule, type Sentence, z } from '~/shared/zod';
import { EXPORT_FORMATS, EXPORT_PARTS } from './enums';
import { enumFilter, leadFiltersSchema } from './filter-schema';
import { changeable, outsideLeadSchema } from './schema';

const { errors, fields } = apiLeadStrings;

/** The source filter's own limit. */
const MAX_SOURCE_LENGTH = 40;
const FIRST_MOMENT = Date.UTC(2000, 0, 1);
/** Tolerated clock skew: a time this far ahead counts as now. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
/** Most leads per answer. */
const MAX_LEADS = 500;

const { estado, owner_id, next_contact_on, next_contact_at, plan, billing, lost_reason } = changeable.shape;

const DATE_TIME = z.regexes.datetime({ offset: true });

/** A moment with offset, normalised to the database's format. */
const momentText = (error: Sentence) =>
  z
    .string({ error: error.es })
    .refine((text) => DATE_TIME.test(text), rule(error))
    .transform((text) => new Date(text).toISOString())
    .meta({ format: 'date-time' });

/** The product's own sources are reserved: a lead of `landing` is an enquiry of the site. */
const isForeignSource = (source: string) => source === 'api' || !Object.hasOwn(leadStrings.sources, source);

/**
 * A lead sent by a program. `match` says how to recognise the person, `on_match` what to do if they have a lead
 * already.
 */
export const programLeadSchema = outsideLeadSchema
  .safeExtend({
    source: requiredText(errors.source, MAX_SOURCE_LENGTH, errors.source)
      .refine(isForeignSource, rule(errors.ownSource))
      .optional()
      .meta({ description: fields.source }),
    created_at: momentText(errors.createdAt)
      .refine((moment) => Date.parse(moment) <= Date.now() + MAX_CLOCK_SKEW_MS, rule(errors.createdAhead))
      .refine((moment) => Date.parse(moment) >= FIRST_MOMENT, rule(errors.createdOld))
      .optional()
      .meta({ description: fields.created_at }),
    estado: estado.meta({ description: fields.estado }),
    owner_id: owner_id.meta({ description: fields.owner_id }),
    owner_email: emptiableEmail(leadErrors.emailInvalid).optional().meta({ description: fields.owner_email }),
    ...{ next_contact_on, next_contact_at, plan, billing, lost_reason },
    tema: optionalText(ORIGIN_LIMIT, errors.tema).meta({ description: fields.tema }),
    on_match: z
      .enum(['create', 'update', 'skip'], { error: errors.onMatch })
      .optional()
      .meta({ description: fields.on_match }),
    match: z.enum(['email', 'whatsapp'], { error: errors.match }).optional().meta({ description: fields.match }),
  })
  .refine(({ owner_id, owner_email }) => !owner_id || !owner_email, rule(errors.twoOwners, 'owner_email'))
  .refine(({ match, on_match = 'create' }) => !match || on_match !== 'create', rule(errors.matchAlone, 'match'))
  .refine(({ match, ...lead }) => !match || lead[match], rule(errors.matchEmpty, 'match'));
export type ProgramLead = z.infer<typeof programLeadSchema>;

/** The list's query: filters and a page, or `since` alone for changes. */
export const leadListSchema = leadFiltersSchema
  .extend({
    cursor: z.string().max(200).optional(),
    limit: z.coerce
      .number({ error: errors.limit })
      .int(errors.limit)
      .min(1, errors.limit)
      .max(MAX_LEADS, errors.limit)
      .optional()
      .meta({ description: fields.limit }),
    since: z.string().max(200, errors.since.es).optional().meta({ description: fields.since }),
  })
  .superRefine(({ since, limit, ...others }, context) => {
    if (since === undefined) return;
    for (const [name, value] of Object.entries(others))
      if (value !== undefined) context.addIssue({ code: 'custom', ...rule(errors.sinceAlone, name) });
  });

/** The list's query, and the output format. */
export const exportSchema = leadFiltersSchema
  .extend({ format: enumFilter(EXPORT_FORMATS), part: enumFilter(EXPORT_PARTS) })
  .refine(({ format, part }) => format !== 'xlsx' || !part, { path: ['part'] });
