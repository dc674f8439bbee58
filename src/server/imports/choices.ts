import type { DateOrder, ImportChoices } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import type { MergeMode } from '../leads/imports/row-update';

export type StoredChoices = Omit<ImportChoices, 'mapping' | 'dates'> & {
  dates: DateOrder;
  zone: string;
};

/** How rows merge into existing leads; null: they are skipped. */
export function updateModeOf({
  duplicates,
  overwrite,
}: Pick<StoredChoices, 'duplicates' | 'overwrite'>): MergeMode | null {
  if (duplicates === 'join') return 'join';
  if (duplicates !== 'update') return null;
  return overwrite ? 'overwrite' : 'fill';
}

/** Why a row is skipped: its person is there, as a lead or in an earlier row, and nothing of it is new or wanted. */
export function describeSkipped(
  { id, row }: { id: number | null; row?: number | null },
  isNothingNew: boolean,
): string {
  const place = id === null ? importErrors.skippedRow(row ?? 0) : importErrors.skippedLead(id);
  return isNothingNew ? `${place} ${importErrors.nothingNew}` : place;
}
