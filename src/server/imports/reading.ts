import type { ImportChoices } from '~/shared/imports/import';
import { importStrings } from '~/shared/strings/imports';
import { listStaff } from '../leads/owners';
import type { ImportRecord } from './import-queries';
import type { DateOrder } from './rows/dates';
import { fold } from './rows/heads';
import type { Reading } from './rows/read-row';

/** What was chosen for an import, and what the check found out for it. */
export type StoredChoices = Omit<ImportChoices, 'mapping'> & { dates: DateOrder; zone: string };

/** All that reading an import's rows needs. */
export function makeReading(
  { name, columns, mapping }: Pick<ImportRecord, 'name' | 'columns' | 'mapping'>,
  { pais, dates, zone }: Pick<StoredChoices, 'pais' | 'dates' | 'zone'>,
): Reading {
  const staff = new Map<string, string | null>();
  for (const { id, name } of listStaff()) staff.set(fold(name), staff.has(fold(name)) ? null : id);
  return {
    columns: JSON.parse(columns),
    mapping: JSON.parse(mapping),
    pais,
    dates,
    zone,
    staff,
    source: importStrings.source(name),
  };
}
