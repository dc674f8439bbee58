import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { EraseInput, Erasure, ErasureChoices } from '~/shared/leads/erasure';
import { compactPhone } from '~/shared/phones/numbering';
import { eraseStrings } from '~/shared/strings/lead/erase';
import { leadErrors } from '~/shared/strings/lead/errors';
import { AppError, errorAt } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { inSharedTransaction } from '../../database/group-commit';
import { log } from '../../log';
import { requireSecretsKey } from '../../secrets/encryption';
import { findLead } from '../leads';
import { announceChanges } from '../live/panels';

/** Everything stored about a lead's person, in all their leads. Throws AppError `not_found`. */
export async function exportPerson(leadId: number, actor: Actor, signal: AbortSignal): Promise<unknown> {
  const { email } = findLead(leadId);
  await inSharedTransaction(() => recordAudit({ type: 'person_exported', actor, to: `lead ${leadId}` }));
  const order = { what: 'export', leadId, email, actor } as const;
  return (await queued(() => askPersonProgram<{ data: unknown }>(order), signal)).data;
}

/** What erasing a lead's person would delete and keep. Changes nothing. Throws AppError `not_found`. */
export async function previewErasure(leadId: number, actor: Actor, signal: AbortSignal): Promise<Erasure> {
  const { email } = findLead(leadId);
  const order = { what: 'foresee', leadId, email, actor } as const;
  return requireErasure(await queued(() => askPersonProgram<Erased>(order), signal));
}

/**
 * Erases for good all that is stored about a lead's person, in all their leads, by the operator's rules, even if the
 * client disconnects. `confirm` is the lead's email, or else number, or else name, as typed; the rest are ticked options.
 * @throws {AppError} `not_found`, also for a repeated press; `invalid`; `conflict` if the email was changed meanwhile;
 * `busy` without the key of secrets, since the erasure could not be replayed on a restored backup.
 */
export async function erasePerson(leadId: number, { confirm, ...also }: EraseInput, actor: Actor): Promise<Erasure> {
  const answer = await queued(() => {
    const { email, whatsapp, nombre } = findLead(leadId);
    if (email) requireConfirmed(confirm.toLowerCase() === email.toLowerCase(), leadErrors.confirmEmail);
    else if (whatsapp) requireConfirmed(compactPhone(confirm) === compactPhone(whatsapp), leadErrors.confirmPhone);
    else requireConfirmed(confirm === nombre.trim(), leadErrors.confirmName);
    requireSecretsKey();
    return askPersonProgram<Erased>({ what: 'erase', leadId, email, actor, also });
  });
  announceChanges();
  return requireErasure(answer);
}

function requireConfirmed(isConfirmed: boolean, error: string): void {
  if (!isConfirmed) throw errorAt('confirm', error);
}

type Erased = { erasure: Erasure | null };

function requireErasure({ erasure }: Erased): Erasure {
  if (!erasure) throw new AppError('conflict', { message: eraseStrings.changed });
  return erasure;
}

let last: Promise<unknown> = Promise.resolve();

/** A queue: of two that erase the same person, the second finds nobody. Skips runs whose client has gone. */
function queued<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  const own = last.then(() => {
    if (signal?.aborted) throw new AppError('conflict');
    return work();
  });
  last = own.catch(() => {});
  return own;
}

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
async function askPersonProgram<Answer extends PersonAnswer>(order: PersonOrder): Promise<Answer> {
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
