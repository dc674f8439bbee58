import { recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { tellHeavyReading } from '../notices/troubles';
import type { Program } from './token-access';
import { addLeadsRead } from './token-queries';

/** A program that keeps another system in step reads what has changed; more than this in a day carries the whole list away. */
const MOST_A_DAY = 30_000;
/** A write for each call would cost more than the call. */
const WRITTEN_AT = 500;
const WRITTEN_AFTER_MS = 60_000;

type Reading = { program: Program; address: string; count: number };

/** What was read since it was last written, by token. */
const unwritten = new Map<string, Reading>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts the leads that an answer tells a program. Once in a day (UTC), when they are more than 30,000, administrators are told by
 * mail and it stands in the audit. What a process has not written when it ends is not counted: at most 500, or a minute's.
 */
export function noteLeadsRead(program: Program, visit: Visit, answer: unknown): void {
  const count = countLeads(answer);
  if (count === 0) return;
  const reading = { program, address: visit.address, count: (unwritten.get(program.id)?.count ?? 0) + count };
  unwritten.set(program.id, reading);
  if (reading.count >= WRITTEN_AT) void write(reading);
  else timer ??= setTimeout(writeAll, WRITTEN_AFTER_MS).unref();
}

/** A list's, or the one that a call is about. */
function countLeads(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null) return 0;
  if ('leads' in answer && Array.isArray(answer.leads)) return answer.leads.length;
  return 'lead' in answer || 'notes' in answer || 'events' in answer ? 1 : 0;
}

function writeAll(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const reading of unwritten.values()) void write(reading);
}

async function write({ program, address, count }: Reading): Promise<void> {
  const { id, name } = program;
  unwritten.delete(id);
  try {
    await inSharedTransaction(() => {
      const day = new Date().toISOString().slice(0, 10);
      const sum = addLeadsRead().get({ id, day, count })?.leads_read ?? 0;
      if (sum <= MOST_A_DAY || sum - count > MOST_A_DAY) return;
      tellHeavyReading(name);
      recordAudit({ type: 'heavy_reading', actor: { id, email: name, address } });
    });
  } catch (error) {
    // A full disk or a lock must not stop programs from reading.
    log.warn({ event: 'reading_not_noted', err: error });
  }
}
