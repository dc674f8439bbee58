import { selectImport, selectRows } from './import-queries';
import { makeReading, readChoices } from './reading';
import { makeRowReader, type ReadRow } from './rows/read-row';

/** A row, with its content or why it cannot be imported. */
export type JudgedRow = { row: number; result: ReadRow };

/** Judges the next rows of an import, as it was checked, in one batch. */
export function* judgeRows({
  id,
  after,
  limit,
}: {
  id: number;
  after: number;
  limit: number;
}): Generator<JudgedRow[]> {
  const stored = selectImport().get({ id });
  if (!stored?.choices) return;
  const read = makeRowReader(makeReading(stored, readChoices(stored.choices)));
  yield selectRows()
    .all({ import_id: id, after, limit })
    .map(({ row, cells, reason }) => ({ row, result: judgeRow(read, cells, reason) }));
}

/** `reason`: why the row could not be read on upload. */
export function judgeRow(
  read: ReturnType<typeof makeRowReader>,
  cells: string,
  reason: string | null,
): ReadRow {
  return reason ? { problems: [{ field: '', reason }] } : read(JSON.parse(cells));
}
