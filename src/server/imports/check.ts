import { type ImportCheck, type ImportValues, VALUE_FIELDS } from '~/shared/imports/import';
import type { ImportCheckInput } from '~/shared/imports/schema';
import { importErrors } from '~/shared/strings/imports';
import { AppError, errorAt } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { requireColleague } from '../leads/owners/owners';
import type { CheckOrder, CheckResult } from './check-rows';
import type { StoredChoices } from './choices';
import { setChecked } from './import-queries';
import { explainReaderDeath, importReader, requireReader } from './import-reader';
import { requireReady } from './imports';
import { propose } from './proposal';

/** Dry-runs an import; stores only the choices. Throws AppError `not_found`; `conflict` if imported; `invalid`; `busy`. */
export async function checkImport(id: number, input: ImportCheckInput, zone: string): Promise<ImportCheck> {
  const stored = requireReady(id);
  requireReader();
  const columns: string[] = JSON.parse(stored.columns);
  const { mapping } = input;
  if (mapping.length !== columns.length) throw errorAt('mapping', importErrors.columnsOther(columns.length));
  for (const value of Object.values(input.values?.owner ?? {})) if (value !== null) requireColleague(value, 'values');
  const proposal = propose({ id, columns: stored.columns, mapping, texts: JSON.parse(stored.texts) });
  const choices = {
    duplicates: input.duplicates,
    overwrite: input.overwrite ?? false,
    values: mergeValues(proposal.values, input.values),
    prefer: { ...proposal.prefer, ...input.prefer },
    pais: input.pais ?? null,
    notify: input.notify ?? false,
    zone,
  };
  const { duplicates, ...found } = await findOut({
    id,
    mapping,
    choices: { ...choices, dates: input.dates ?? null },
  });
  const kept: StoredChoices = { ...choices, values: found.values, dates: found.dates.order };
  const done = await inSharedTransaction(() =>
    setChecked().get({ id, mapping: JSON.stringify(mapping), choices: JSON.stringify(kept) }),
  );
  if (!done) throw new AppError('conflict', { message: importErrors.begun });
  return { check: done.checks, ...found, new: found.rows - duplicates - found.invalid, duplicates };
}

/** Values given override those proposed. */
function mergeValues(proposed: ImportValues, chosen: ImportCheckInput['values']): ImportValues {
  return Object.fromEntries(VALUE_FIELDS.map((field) => [field, { ...proposed[field], ...chosen?.[field] }]));
}

async function findOut(order: CheckOrder): Promise<CheckResult> {
  try {
    for await (const result of importReader.read('checkRows', order)) if (result) return result;
  } catch (error) {
    explainReaderDeath(error);
  }
  throw new Error('a check ended without a result');
}
