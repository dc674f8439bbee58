import { LEAD_COUNTRIES } from '../leads/enums';
import { importErrors } from '../strings/imports';
import { z } from '../zod';
import {
  DUPLICATE_CHOICES,
  IMPORT_FIELDS,
  IMPORT_LIMITS,
  LEGACY_ENCODINGS,
  listMeanings,
  VALUE_FIELDS,
  type ValueField,
} from './import';

/** Longer texts are not names of values. */
const LONGEST_TEXT = 120;

/**
 * Query of an upload, and how to read it, by default as it seems to be. `sheet`: a workbook's; `heads`: whether a row
 * names the columns; `encoding`: of lines that are not UTF-8; `hidden`: whether hidden rows count.
 */
const yesOrNo = z.stringbool({ truthy: ['yes'], falsy: ['no'], error: importErrors.readAsUnknown }).optional();
export const importUploadSchema = z.strictObject({
  name: z.string({ error: importErrors.nameMissing }).trim().min(1, importErrors.nameMissing).max(255),
  sheet: z.string().max(255).optional(),
  heads: yesOrNo,
  encoding: z.enum(LEGACY_ENCODINGS, { error: importErrors.readAsUnknown }).optional(),
  hidden: yesOrNo,
});
export type ImportUpload = z.infer<typeof importUploadSchema>;

const meaningsSchema = z.record(z.string().max(LONGEST_TEXT), z.string().max(64).nullable());
const isKnown = (field: ValueField, value: string | null) =>
  value === null || (listMeanings(field)?.includes(value) ?? true);
const valuesSchema = z
  .partialRecord(z.enum(VALUE_FIELDS), meaningsSchema)
  .refine(
    (values) => VALUE_FIELDS.every((field) => Object.values(values[field] ?? {}).every((one) => isKnown(field, one))),
    { error: importErrors.valueUnknown },
  );

export const importCheckSchema = z.strictObject({
  mapping: z
    .array(z.enum(IMPORT_FIELDS, { error: importErrors.fieldUnknown }).nullable())
    .max(IMPORT_LIMITS.columns)
    .refine((mapping) => mapping.includes('email') || mapping.includes('whatsapp'), {
      error: importErrors.contactMissing,
    }),
  duplicates: z.enum(DUPLICATE_CHOICES, { error: importErrors.duplicatesUnknown }),
  overwrite: z.boolean().optional(),
  values: valuesSchema.nullish(),
  prefer: z.partialRecord(z.enum(IMPORT_FIELDS), z.int().nonnegative()).optional(),
  dates: z.enum(['day', 'month']).nullish(),
  pais: z.enum(LEAD_COUNTRIES, { error: importErrors.paisUnknown }).nullish(),
  notify: z.boolean().optional(),
});
export type ImportCheckInput = z.infer<typeof importCheckSchema>;

export const importRunSchema = z.strictObject({ check: z.int().positive().optional() });
