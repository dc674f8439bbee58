import { screenAccount } from '../screen-account';

export type Fields = Record<string, string>;

/** What is kept: the fields that differ from what they began with, and what that was. */
type Kept = { key: string; typed: Fields; was: Fields };

/** What somebody is typing. */
export type Draft = {
  /** What they had typed when this began: before a reload, or before what holds it was closed. */
  readonly typed: Fields;
  /** What those fields held before that. */
  readonly was: Fields;
  /**
   * Keeps what the fields hold now, as far as it differs from `original`. Returns the key of the press that sends it:
   * the same one until the draft is dropped, so that a press whose answer was lost makes nothing twice.
   */
  keep: (fields: Fields, original?: Fields) => string;
  /** It is stored, or was thrown away on purpose. */
  drop: () => void;
  /** The key has done its work, and what is typed is to be sent by another press. */
  renewKey: () => void;
};

/** The drafts of this page: what the storage holds, and what it would not take. */
const known = new Map<string, string>();
const unstored = new Set<string>();

/**
 * The draft of what is named, of the account whose screen this is: another's is never found. It lives as long as its
 * tab, reloads included.
 */
export function takeUpDraft(what: string): Draft {
  const name = `${ownPrefix()}${what}`;
  const found = read(name);
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
      const kept = read(name);
      if (kept) write(name, { ...kept, key });
    },
  };
}

/** What is typed in all drafts whose name begins like this. */
export function findDrafts(beginning: string): Fields[] {
  return ownNames(beginning).map((name) => read(name)?.typed ?? {});
}

/** Whether a draft of this very name is kept. */
export function hasDraft(what: string): boolean {
  return read(`${ownPrefix()}${what}`) !== null;
}

/** Whether leaving this account would lose something that was typed. */
export function hasDrafts(): boolean {
  return ownNames().length > 0;
}

/** Throws away all drafts of the account whose screen this is. */
export function dropDrafts(): void {
  for (const name of ownNames()) remove(name);
}

function ownPrefix(): string {
  return `borrador:${screenAccount() ?? ''}:`;
}

function ownNames(beginning = ''): string[] {
  let stored: string[] = [];
  try {
    stored = Object.keys(sessionStorage);
  } catch {
    // Where the storage is shut there are those of this page only.
  }
  const own = `${ownPrefix()}${beginning}`;
  return [...new Set([...stored, ...known.keys()])].filter((name) => name.startsWith(own));
}

function read(name: string): Kept | null {
  try {
    const text = known.get(name) ?? sessionStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}

function write(name: string, kept: Kept): void {
  const text = JSON.stringify(kept);
  known.set(name, text);
  store(name, text);
}

/** A storage that is full or shut is no reason to stop anybody; they are asked before they leave the page. */
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
  known.delete(name);
  unstored.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored, then.
  }
}

function askBeforeLosing(event: BeforeUnloadEvent): void {
  if (unstored.size > 0) event.preventDefault();
}

/** A random UUID. On plain http, which has no randomUUID, from the random numbers that it has. */
function makeKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}
