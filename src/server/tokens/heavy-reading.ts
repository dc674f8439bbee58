import { recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { notifyOfHeavyReading } from '../notices/troubles/troubles';
import type { Program } from './token-access';
import { addLeadsRead } from './token-queries';

/** A program that syncs reads only what changed; more than this in a day carries off the whole list. */
const MOST_A_DAY = 30_000;
/** Batched: a write per call would cost more than the call. */
const WRITTEN_AT = 500;
const WRITTEN_AFTER_MS = 60_000;

type Reading = { program: Program; address: string; count: number };

/** Unwritten reading, by token. */
const unwritten = new Map<string, Reading>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts the leads an answer gives a program. Above 30,000 in a day (UTC), administrators are told once by mail, and it
 * is audited. A process that ends loses what it has not written: at most 500, or a minute's.
 */
export function noteLeadsRead(program: Program, visit: Visit, answer: unknown): void {
  const count = countLeads(answer);
  if (count === 0) return;
  const reading = { program, address: visit.address, count: (unwritten.get(program.id)?.count ?? 0) + count };
  unwritten.set(program.id, reading);
  if (reading.count >= WRITTEN_AT) void write(reading);
  else timer ??= setTimeout(writeAll, WRITTEN_AFTER_MS).unref();
}

/** A list's leads, or the one a call is about. */
function countLeads(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null) return 0;
  if ('leads' in answer && Array.isArray(answer.leads)) return answer.leads.length;
  return ['lead', 'notes', 'events', 'messages'].some((name) => name in answer) ? 1 : 0;
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
      notifyOfHeavyReading(name);
      recordAudit({ type: 'heavy_reading', actor: { id, email: name, address } });
    });
  } catch (error) {
    // A full disk or a lock must not stop programs from reading.
    log.warn({ event: 'reading_not_noted', err: error });
  }
}
