import { z } from 'zod';

/** One item of a webhook, unparsed. */
export type Part = {
  /** The account's id. */
  entry: string | null;
  field: string;
  kind: 'message' | 'echo' | 'past' | 'status' | 'nothing' | 'unknown';
  /** The business number it concerns, if given. */
  phoneNumberId: string | null;
  /** That number's digits. */
  ownNumber: string;
  /** Names by number, where given. */
  contacts: unknown[];
  /** A past message's conversation: the person's number. */
  thread: string | null;
  raw: unknown;
};

const list = z.array(z.unknown()).catch([]);
const looseEntry = z.object({ id: z.coerce.string().nullable().catch(null), changes: list });
const looseChange = z.object({ field: z.string(), value: z.record(z.string(), z.unknown()).catch({}) });
const looseMetadata = z
  .object({
    phone_number_id: z.coerce.string().nullable(),
    display_phone_number: z.coerce.string().catch(''),
  })
  .catch({ phone_number_id: null, display_phone_number: '' });
const looseHistory = z.object({ threads: list });
const looseThread = z.object({ id: z.coerce.string(), messages: list });

type Context = Omit<Part, 'kind' | 'raw' | 'thread'>;
type Split = (value: Record<string, unknown>, context: Context) => Part[];

/** Splitters of the known fields; each reads its lists and ignores the rest. */
const SPLITS: Record<string, Split> = {
  messages: (value, context) => [
    ...partsOf(value.messages, 'message', context),
    ...partsOf(value.statuses, 'status', context),
    ...partsOf(value.errors, 'unknown', { ...context, field: 'errors' }),
  ],
  smb_message_echoes: (value, context) => partsOf(value.message_echoes, 'echo', context),
  history: (value, context) => [
    ...listOf(value.history).flatMap((chunk) => splitHistory(chunk, context)),
    // Files of conversations sent earlier.
    ...partsOf(value.messages, 'past', context),
  ],
  // The phone's address book is nobody's enquiry, and is not kept.
  smb_app_state_sync: (value, context) => [toPart('nothing', value.state_sync, context)],
};

/**
 * Splits a webhook's body into parts. The order is stable, because the number of processed parts is stored. What cannot
 * be split is one part of kind `unknown`.
 */
export function splitPayload(body: string): Part[] {
  const read = parse(body);
  if (read?.part) return [read.part];
  const entries = listOf(read?.entry);
  if (entries.length === 0) return [toPart('unknown', body, { ...EMPTY_CONTEXT, field: 'body' })];
  return entries.flatMap((given) => {
    const entry = looseEntry.safeParse(given);
    if (!entry.success) return [toPart('unknown', given, { ...EMPTY_CONTEXT, field: 'entry' })];
    return entry.data.changes.flatMap((change) => splitChange(change, entry.data.id));
  });
}

function splitChange(given: unknown, entry: string | null): Part[] {
  const change = looseChange.safeParse(given);
  if (!change.success) return [toPart('unknown', given, { ...EMPTY_CONTEXT, entry, field: 'change' })];
  const { field, value } = change.data;
  const { phone_number_id, display_phone_number } = looseMetadata.parse(value.metadata);
  const context: Context = {
    ...{ entry, field, phoneNumberId: phone_number_id },
    ownNumber: display_phone_number.replace(/\D/g, ''),
    contacts: listOf(value.contacts),
  };
  const parts = SPLITS[field]?.(value, context) ?? [];
  return parts.length > 0 ? parts : [toPart('unknown', value, context)];
}

function splitHistory(given: unknown, context: Context): Part[] {
  const history = looseHistory.safeParse(given);
  // The company shares no history, or the chunk is empty.
  if (!history.success || history.data.threads.length === 0) return [toPart('nothing', given, context)];
  return history.data.threads.flatMap((thread) => {
    const read = looseThread.safeParse(thread);
    if (!read.success) return [toPart('unknown', thread, context)];
    return read.data.messages.map((raw) => toPart('past', raw, context, read.data.id));
  });
}

const EMPTY_CONTEXT: Omit<Context, 'field'> = {
  entry: null,
  phoneNumberId: null,
  ownNumber: '',
  contacts: [],
};

function toPart(kind: Part['kind'], raw: unknown, context: Context, thread: string | null = null): Part {
  return { ...context, kind, raw, thread };
}

const partsOf = (given: unknown, kind: Part['kind'], context: Context): Part[] =>
  listOf(given).map((raw) => toPart(kind, raw, context));

const listOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : []);

/** Meta's bodies have an `entry`, those of `wrapPart` a `part`. */
function parse(body: string): { entry?: unknown; part?: Part } | null {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' ? read : null;
  } catch {
    return null;
  }
}

/** A body from which `splitPayload` reads only this part; null if it cannot be serialised. */
export function wrapPart(part: Part): string | null {
  return writeJson({ part });
}

/** Serialises a value; null if it is nested too deeply, which parsing allows. */
export function writeJson(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
