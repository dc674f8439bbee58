import type { ImportCheck } from '~/shared/imports/import';
import type { ImportCheckInput } from '~/shared/imports/schema';
import { importErrors } from '~/shared/strings/import-errors';
import { AppError } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import type { CheckOrder, CheckResult } from './check-rows';
import { setChecked } from './import-queries';
import { explainDeath, importReader } from './import-reader';
import { requireReady } from './imports';
import type { StoredChoices } from './reading';

/**
 * Says what would become of all rows of a file; keeps the choices for the import, and changes nothing else.
 * @throws {AppError} `not_found`; `conflict` if it was imported; `invalid`.
 */
export async function checkImport(id: number, input: ImportCheckInput, zone: string): Promise<ImportCheck> {
  const columns: string[] = JSON.parse(requireReady(id).columns);
  const { mapping } = input;
  if (mapping.length !== columns.length) {
    const message = importErrors.columnsOther(columns.length);
    throw new AppError('invalid', { message, fields: { mapping: message } });
  }
  const choices = {
    duplicates: input.duplicates,
    pais: input.pais ?? null,
    notify: input.notify ?? false,
    zone,
  };
  const { dates, duplicates, ...found } = await findOut({ id, mapping, choices });
  const stored: StoredChoices = { ...choices, dates };
  const done = await inSharedTransaction(() =>
    setChecked().get({ id, mapping: JSON.stringify(mapping), choices: JSON.stringify(stored) }),
  );
  if (!done) throw new AppError('conflict', { message: importErrors.begun });
  return { check: done.checks, ...found, new: found.rows - duplicates - found.invalid, duplicates };
}

async function findOut(order: CheckOrder): Promise<CheckResult> {
  try {
    for await (const result of importReader.read('checkRows', order)) if (result) return result;
  } catch (error) {
    explainDeath(error);
  }
  throw new Error('a check ended without a result');
}
