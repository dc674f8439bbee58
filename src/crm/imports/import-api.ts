import {
  CSV_TYPE,
  type ImportCheck,
  type ImportChoices,
  type ImportDraft,
  type ImportProgress,
  ODS_TYPE,
  XLSX_TYPE,
} from '~/shared/imports/import';
import { callApi } from '../api-client';

/** Excel and LibreOffice files; any other is sent as a CSV. */
const TYPES: Record<string, string> = { xlsx: XLSX_TYPE, ods: ODS_TYPE };

/** Uploads a file. The type comes from its name: systems without Excel do not know it. The server looks inside. */
export async function uploadFile(file: File, sheet?: string): Promise<ImportDraft> {
  const type = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? CSV_TYPE;
  const path = `/api/imports?${new URLSearchParams({ name: file.name, ...(sheet !== undefined && { sheet }) })}`;
  const call = { method: 'POST', body: file.slice(0, file.size, type) } as const;
  return (await callApi<{ import: ImportDraft }>(path, call)).import;
}

export function checkImport(id: number, choices: ImportChoices): Promise<ImportCheck> {
  return callApi(`/api/imports/${id}/check`, { method: 'POST', body: choices });
}

export function runImport(id: number, check: number): Promise<ImportProgress> {
  return callApi(`/api/imports/${id}/run`, { method: 'POST', body: { check }, waits: true });
}

export function fetchImport(id: number, signal?: AbortSignal): Promise<ImportProgress> {
  return callApi(`/api/imports/${id}`, { ...(signal && { signal }) });
}

export function undoImport(id: number): Promise<ImportProgress> {
  return callApi(`/api/imports/${id}/undo`, { method: 'POST', waits: true });
}
