import { randomUUID } from 'node:crypto';
import { templateErrors } from '~/shared/strings/templates';
import type { CreateTemplate, UpdateTemplate } from '~/shared/templates/schema';
import { SHIPPED_TEMPLATES } from '~/shared/templates/shipped';
import type { MessageTemplate, TemplateChannel, UsualTemplates } from '~/shared/templates/template';
import { pickUsualTemplates } from '~/shared/templates/usual';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import type { Press } from '../creations/creations';
import { inSharedTransaction } from '../database/group-commit';
import {
  deleteMessage,
  type KeptMessage,
  putMessage,
  selectMessage,
  selectMessages,
  selectMessagesVersion,
} from './template-queries';

/** More than anybody looks through, and few enough to read as a whole. */
const MOST_OWN = 100;

/** Every message: the shipped ones in the editors' order with administrators' changes, then their own, oldest first. */
export function listMessages(): MessageTemplate[] {
  const kept = new Map(
    selectMessages()
      .all()
      .map((message) => [message.id, message]),
  );
  const shipped = SHIPPED_TEMPLATES.map((message) => overlay(message, kept.get(message.id)));
  const own = [...kept.values()]
    .filter(({ id }) => !findShipped(id))
    .sort((a, b) => (a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id) ? -1 : 1))
    .map(toOwn);
  return [...shipped, ...own];
}

/** The message one press opens in each channel. `version` changes with every change of a message. */
export function usualMessages(): { usual: UsualTemplates; version: string } {
  return { usual: pickUsualTemplates(listMessages()), version: messagesVersion() };
}

export function messagesVersion(): string {
  const { count = 0, last = null } = selectMessagesVersion().get() ?? {};
  return `${count} ${last ?? ''}`;
}

/**
 * Makes an administrators' own message. Idempotent: the press's key is the message's id.
 * @throws {AppError} `already_made`; `invalid` if there are too many.
 */
export function createMessage(input: CreateTemplate, actor: Actor, { key }: Press): Promise<MessageTemplate> {
  return inSharedTransaction(() => {
    const id = key ?? randomUUID();
    const before = selectMessage().get({ id });
    if (before && !isSame(before, input)) throw new AppError('already_made');
    if (before) return toOwn(before);
    const own = selectMessages()
      .all()
      .filter((one) => !findShipped(one.id));
    if (own.length >= MOST_OWN) throw new AppError('invalid', { message: templateErrors.tooMany(MOST_OWN) });
    const now = new Date().toISOString();
    const made: KeptMessage = { ...input, id, created_at: now, updated_at: now };
    putMessage().run(made);
    recordAudit({ type: 'message_created', actor, to: made.name });
    return toOwn(made);
  });
}

/**
 * Changes a message. A shipped one keeps its channel and status.
 * @throws {AppError} `not_found`; `conflict` if somebody changed it since it was `seen`; `invalid`.
 */
export function changeMessage(
  id: string,
  { seen, ...input }: UpdateTemplate,
  actor: Actor,
): Promise<MessageTemplate> {
  return inSharedTransaction(() => {
    const before = findMessage(id);
    requireSubject(before.channel, input.subject);
    if (before.is_shipped) input.estado = before.estado;
    if (isSame(before, input)) return before;
    if (seen !== undefined && seen !== before.updated_at) throw new AppError('conflict');
    const now = new Date().toISOString();
    const kept = selectMessage().get({ id });
    putMessage().run({
      ...input,
      id,
      channel: before.channel,
      created_at: kept?.created_at ?? now,
      updated_at: now,
    });
    recordAudit({ type: 'message_changed', actor, from: before.name, to: input.name });
    return findMessage(id);
  });
}

/** Resets a shipped message to its original, or deletes an administrators' own. Throws AppError `not_found`. */
export function removeMessage(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { is_shipped, updated_at, name } = findMessage(id);
    if (updated_at === null) return;
    deleteMessage().run({ id });
    recordAudit({ type: is_shipped ? 'message_reset' : 'message_deleted', actor, to: name });
  });
}

function findMessage(id: string): MessageTemplate {
  const shipped = findShipped(id);
  const kept = selectMessage().get({ id });
  if (shipped) return overlay(shipped, kept);
  if (!kept) throw new AppError('not_found');
  return toOwn(kept);
}

const findShipped = (id: string) => SHIPPED_TEMPLATES.find((message) => message.id === id);

/** A shipped message with the administrators' changes. */
function overlay(shipped: MessageTemplate, kept: KeptMessage | undefined): MessageTemplate {
  if (!kept) return shipped;
  const { name, voseo, tuteo, updated_at } = kept;
  return { ...shipped, name, voseo, tuteo, updated_at, subject: kept.subject ?? shipped.subject };
}

function toOwn({ created_at, ...message }: KeptMessage): MessageTemplate {
  return { ...message, is_usual: false, is_shipped: false };
}

function requireSubject(channel: TemplateChannel, subject: string | null): void {
  if ((channel === 'email') === (subject !== null)) return;
  const message =
    channel === 'email' ? templateErrors.required(templateErrors.fields.subject) : templateErrors.noSubject;
  throw new AppError('invalid', { message, fields: { subject: message } });
}

function isSame(one: UpdateTemplate, other: UpdateTemplate): boolean {
  return (['name', 'estado', 'subject', 'voseo', 'tuteo'] as const).every(
    (field) => one[field] === other[field],
  );
}
