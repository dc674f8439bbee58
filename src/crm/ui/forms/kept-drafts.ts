import { screenAccount } from '../screen-account';

export type Fields = Record<string, string>;

/** A stored draft: the changed fields (`typed`), and their values before the change (`was`). */
export type Kept = { key: string; typed: Fields; was: Fields };

/** This page's drafts, as serialised to the storage. */
export const known = new Map<string, string>();

/** Whether this account has a draft with exactly this name. */
export function hasDraft(what: string): boolean {
  return readKept(`${ownPrefix()}${what}`) !== null;
}

export function ownPrefix(): string {
  return `borrador:${screenAccount() ?? ''}:`;
}

/** The draft of this full name, or null. */
export function readKept(name: string): Kept | null {
  try {
    const text = known.get(name) ?? sessionStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}
