import {
  CSV_TYPE,
  type ImportCheck,
  type ImportChoices,
  type ImportDraft,
  type ImportProgress,
  XLSX_TYPE,
} from '~/shared/imports/import';
import { callApi } from '../api-client';

/** Sends a file. Its type is by its name: systems without Excel do not know it. The server looks into it. */
export async function uploadFile(file: File): Promise<ImportDraft> {
  const type = /\.xlsx$/i.test(file.name) ? XLSX_TYPE : CSV_TYPE;
  const path = `/api/imports?${new URLSearchParams({ name: file.name })}`;
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
