import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Erasure, ErasureChoices } from '~/shared/leads/erasure';
import type { Actor } from '../../audit/audit';
import { log } from '../../log';

/** Input of the program in db/person. */
export type PersonOrder = {
  what: 'export' | 'foresee' | 'erase';
  leadId: number;
  email: string;
  actor: Actor;
  /** What else to erase, of what was foreseen. */
  also?: ErasureChoices;
};

/** `erasure` is null if the lead is no longer this person's. */
export type PersonAnswer = { data: unknown } | { erasure: Erasure | null };

let program: string | undefined;

export function setPersonProgram(path: string): void {
  program = path;
}

/** Runs the program in its own process: finding a person reads everything, for seconds at 100,000 leads. */
export async function askPersonProgram<Answer extends PersonAnswer>(order: PersonOrder): Promise<Answer> {
  if (!program) throw new Error('the program about persons is not built');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // EPIPE if it ends before reading everything; its exit code tells.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(order));
  const [answer, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return JSON.parse(answer);
  const isBusy = /SQLITE_(BUSY|LOCKED)/.test(complaint);
  log.error({ event: 'person_program_failed', code, busy: isBusy });
  throw Object.assign(new Error('the program about persons failed'), isBusy && { code: 'SQLITE_BUSY' });
}
