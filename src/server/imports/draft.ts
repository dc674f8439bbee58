import type { ImportDraft } from '~/shared/imports/import';
import { type ImportRecord, selectRows } from './import-queries';
import { propose } from './proposal';

const SAMPLE = 5;

/** A file that was read but not imported yet. `remembered`: its column mapping comes from an earlier import. */
export function readDraft(stored: ImportRecord, remembered: boolean): ImportDraft {
  const { id, name, sheet, total } = stored;
  const mapping: ImportDraft['mapping'] = JSON.parse(stored.mapping);
  const texts: ImportDraft['texts'] = JSON.parse(stored.texts);
  const sample = selectRows().all({ import_id: id, after: 0, limit: SAMPLE });
  return {
    id,
    name,
    columns: JSON.parse(stored.columns),
    sample: sample.map(({ cells }) => JSON.parse(cells)),
    mapping,
    texts,
    ...propose({ id, columns: stored.columns, mapping, texts }),
    sheets: JSON.parse(stored.sheets),
    sheet,
    remembered,
    rows: total,
  };
}
