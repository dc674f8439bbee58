import { screenAccount } from '../screen-account';

export type Fields = Record<string, string>;

/** A stored draft: the changed fields (`typed`), and their values before the change (`was`). */
export type StoredDraft = { key: string; typed: Fields; was: Fields };

/** This page's drafts, as serialised to the storage. */
export const cache = new Map<string, string>();

/** Whether this account has a draft with exactly this name. */
export function hasDraft(ownName: string): boolean {
  return readDraft(`${ownPrefix()}${ownName}`) !== null;
}

/** What the names of this account's drafts begin with in the storage. */
export function ownPrefix(): string {
  return `borrador:${screenAccount() ?? ''}:`;
}

/** The draft of this full name, or null. */
export function readDraft(name: string): StoredDraft | null {
  try {
    const text = cache.get(name) ?? sessionStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as StoredDraft);
  } catch {
    return null;
  }
}
