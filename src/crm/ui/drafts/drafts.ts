import { screenAccount } from '../screen-account';
import { cache, type Fields, ownPrefix, readDraft, type StoredDraft } from './read-draft';

/** The unsaved text of one form. */
export type Draft = {
  /** What was typed before a reload, or before the form was closed. */
  readonly typed: Fields;
  /** Those fields' values before typing. */
  readonly was: Fields;
  /**
   * Stores the fields that differ from `original`. Returns the form's Idempotency-Key, the same until the draft is
   * dropped, so that a retry after a lost answer creates nothing twice.
   */
  keep: (fields: Fields, original?: Fields) => string;
  /** Deletes the draft, once saved or discarded. */
  drop: () => void;
  /** Makes a new key for a changed form whose key has been used up. */
  renewKey: () => void;
};

/** Names of drafts that the storage refused. */
const unstored = new Set<string>();

/**
 * The draft of this name, of the page's account; other accounts' are never found. It lives as long as the tab and
 * survives reloads.
 */
export function openDraft(ownName: string): Draft {
  const name = `${ownPrefix()}${ownName}`;
  const found = readDraft(name);
  let key = found?.key ?? makeKey();
  return {
    typed: found?.typed ?? {},
    was: found?.was ?? {},
    keep(fields, original = {}) {
      const changed = Object.keys(fields).filter(
        (field) => (fields[field] ?? '').trim() !== (original[field] ?? '').trim(),
      );
      const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field] ?? '']));
      if (changed.length === 0) remove(name);
      else write(name, { key, typed: pick(fields), was: pick(original) });
      return key;
    },
    drop() {
      key = makeKey();
      remove(name);
    },
    renewKey() {
      key = makeKey();
      const stored = readDraft(name);
      if (stored) write(name, { ...stored, key });
    },
  };
}

/** The typed fields of all drafts with this name prefix. */
export function findDrafts(prefix: string): Fields[] {
  return ownNames(prefix).map((name) => readDraft(name)?.typed ?? {});
}

/** Whether this account has unsaved text. */
export function hasDrafts(): boolean {
  return ownNames().length > 0;
}

/**
 * Deletes all that this tab stores for the page's account: its drafts, and anything named `what:account`. What belongs
 * to other accounts stays.
 */
export function forgetAccount(): void {
  for (const name of ownNames()) remove(name);
  for (const name of storedNames()) if (name.split(':')[1] === (screenAccount() ?? '')) remove(name);
}

function storedNames(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    // Without storage access there are only this page's drafts.
    return [];
  }
}

function ownNames(prefix = ''): string[] {
  const stored = storedNames();
  const own = `${ownPrefix()}${prefix}`;
  return [...new Set([...stored, ...cache.keys()])].filter((name) => name.startsWith(own));
}

function write(name: string, stored: StoredDraft): void {
  const text = JSON.stringify(stored);
  cache.set(name, text);
  store(name, text);
}

/** If the storage is full or blocked, typing goes on; the browser then asks before the user leaves the page. */
function store(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
    unstored.delete(name);
  } catch {
    unstored.add(name);
    window.addEventListener('beforeunload', askBeforeLosing);
  }
}

function remove(name: string): void {
  cache.delete(name);
  unstored.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Without storage access nothing was stored.
  }
}

function askBeforeLosing(event: BeforeUnloadEvent): void {
  if (unstored.size > 0) event.preventDefault();
}

/** A random UUID. crypto.randomUUID does not exist on plain http; there it is made from random bytes. */
export function makeKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}
