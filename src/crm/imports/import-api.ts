import { CSV_TYPE, ODS_TYPE, VCARD_TYPE, XLSX_TYPE } from '~/shared/imports/file-types';
import type { ImportCheck, ImportChoices, ImportDraft, ImportProgress } from '~/shared/imports/import';
import type { ImportUpload } from '~/shared/imports/schema';
import { callApi, post } from '../api-client';

/** Excel and LibreOffice files; any other is sent as a CSV. */
const TYPES: Record<string, string> = { xlsx: XLSX_TYPE, ods: ODS_TYPE, vcf: VCARD_TYPE };

export type ReadingWishes = Partial<Record<Exclude<keyof ImportUpload, 'name'>, string>>;

/** Uploads a file. The type comes from its name: systems without Excel do not know it. The server looks inside. */
export async function uploadFile(file: File, wishes: ReadingWishes): Promise<ImportDraft> {
  const type = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? CSV_TYPE;
  const path = `/api/imports?${new URLSearchParams({ name: file.name, ...wishes })}`;
  return (await post<{ import: ImportDraft }>(path, file.slice(0, file.size, type))).import;
}

export const checkImport = (id: number, choices: ImportChoices) =>
  post<ImportCheck>(`/api/imports/${id}/check`, choices);
export const runImport = (id: number, check: number) =>
  post<ImportProgress>(`/api/imports/${id}/run`, { check }, { waits: true });
export const fetchImport = (id: number, signal: AbortSignal) =>
  callApi<ImportProgress>(`/api/imports/${id}`, { signal });
export const undoImport = (id: number) => post<ImportProgress>(`/api/imports/${id}/undo`, undefined, { waits: true });
