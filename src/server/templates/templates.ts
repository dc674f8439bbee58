import { randomUUID } from 'node:crypto';
import { templateErrors } from '~/shared/strings/templates';
import type { CreateTemplate, UpdateTemplate } from '~/shared/templates/schema';
import { SHIPPED_TEMPLATES } from '~/shared/templates/shipped';
import {
  type MessageTemplate,
  pickUsualTemplates,
  type TemplateChannel,
  type UsualTemplates,
} from '~/shared/templates/template';
import { AppError, errorAt } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import type { Idempotency } from '../idempotency/idempotency';

/** More than anybody looks through, and few enough to read as a whole. */
const MAX_OWN = 100;

type StoredTemplate = Omit<MessageTemplate, 'is_usual' | 'is_shipped' | 'updated_at'> & {
  created_at: string;
  updated_at: string;
};

const COLUMNS = 'id, channel, name, estado, subject, voseo, tuteo, created_at, updated_at';

/** Unpaged: there are never many. */
const selectTemplates = query<[], StoredTemplate>(`SELECT ${COLUMNS} FROM message_templates`);

/** The shipped templates in the editors' order with administrators' changes, then their own, oldest first. */
export function listTemplates(): MessageTemplate[] {
  const kept = new Map(
    selectTemplates()
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

/** The template one press opens in each channel. `version` changes with every change of a template. */
export function usualTemplates(): { usual: UsualTemplates; version: string } {
  return { usual: pickUsualTemplates(listTemplates()), version: templatesVersion() };
}

const selectTemplatesVersion = query<[], { count: number; last: string | null }>(
  'SELECT count(*) AS count, max(updated_at) AS last FROM message_templates',
);

export function templatesVersion(): string {
  const { count = 0, last = null } = selectTemplatesVersion().get() ?? {};
  return `${count} ${last ?? ''}`;
}

const selectTemplate = query<[{ id: string }], StoredTemplate>(
  `SELECT ${COLUMNS} FROM message_templates WHERE id = :id`,
);

const putTemplate = query<[StoredTemplate]>(
  `INSERT INTO message_templates (${COLUMNS})
   VALUES (:id, :channel, :name, :estado, :subject, :voseo, :tuteo, :created_at, :updated_at)
   ON CONFLICT (id) DO UPDATE SET name = excluded.name, estado = excluded.estado, subject = excluded.subject,
     voseo = excluded.voseo, tuteo = excluded.tuteo, updated_at = excluded.updated_at`,
);

/**
 * Creates an administrators' own template. Idempotent: the request's key is the template's id.
 * @throws {AppError} `already_made`; `invalid` if there are too many.
 */
export function createTemplate(input: CreateTemplate, actor: Actor, { key }: Idempotency): Promise<MessageTemplate> {
  return inSharedTransaction(() => {
    const id = key ?? randomUUID();
    const before = selectTemplate().get({ id });
    if (before && !isSame(before, input)) throw new AppError('already_made');
    if (before) return toOwn(before);
    const own = selectTemplates()
      .all()
      .filter((one) => !findShipped(one.id));
    if (own.length >= MAX_OWN) throw new AppError('invalid', { message: templateErrors.tooMany(MAX_OWN) });
    const now = new Date().toISOString();
    const made: StoredTemplate = { ...input, id, created_at: now, updated_at: now };
    putTemplate().run(made);
    recordAudit({ type: 'message_created', actor, to: made.name });
    return toOwn(made);
  });
}

/**
 * Changes a template. A shipped one keeps its channel and status.
 * @throws {AppError} `not_found`; `conflict` if somebody changed it since it was `seen`; `invalid`.
 */
export function changeTemplate(id: string, { seen, ...input }: UpdateTemplate, actor: Actor): Promise<MessageTemplate> {
  return inSharedTransaction(() => {
    const before = findTemplate(id);
    requireSubject(before.channel, input.subject);
    if (before.is_shipped) input.estado = before.estado;
    if (isSame(before, input)) return before;
    if (seen !== undefined && seen !== before.updated_at) throw new AppError('conflict');
    const now = new Date().toISOString();
    const kept = selectTemplate().get({ id });
    putTemplate().run({
      ...input,
      id,
      channel: before.channel,
      created_at: kept?.created_at ?? now,
      updated_at: now,
    });
    recordAudit({ type: 'message_changed', actor, from: before.name, to: input.name });
    return findTemplate(id);
  });
}

const deleteTemplate = query<[{ id: string }]>('DELETE FROM message_templates WHERE id = :id');

/** Resets a shipped template to its original, or deletes an administrators' own. Throws AppError `not_found`. */
export function removeTemplate(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { is_shipped, updated_at, name } = findTemplate(id);
    if (updated_at === null) return;
    deleteTemplate().run({ id });
    recordAudit({ type: is_shipped ? 'message_reset' : 'message_deleted', actor, to: name });
  });
}

function findTemplate(id: string): MessageTemplate {
  const shipped = findShipped(id);
  const kept = selectTemplate().get({ id });
  if (shipped) return overlay(shipped, kept);
  if (!kept) throw new AppError('not_found');
  return toOwn(kept);
}

const findShipped = (id: string) => SHIPPED_TEMPLATES.find((message) => message.id === id);

/** A shipped template with the administrators' changes. */
function overlay(shipped: MessageTemplate, kept: StoredTemplate | undefined): MessageTemplate {
  if (!kept) return shipped;
  const { name, voseo, tuteo, updated_at } = kept;
  return { ...shipped, name, voseo, tuteo, updated_at, subject: kept.subject ?? shipped.subject };
}

function toOwn({ created_at, ...message }: StoredTemplate): MessageTemplate {
  return { ...message, is_usual: false, is_shipped: false };
}

function requireSubject(channel: TemplateChannel, subject: string | null): void {
  if ((channel === 'email') === (subject !== null)) return;
  const message =
    channel === 'email' ? templateErrors.required(templateErrors.fields.subject) : templateErrors.noSubject;
  throw errorAt('subject', message);
}

function isSame(one: UpdateTemplate, other: UpdateTemplate): boolean {
  return (['name', 'estado', 'subject', 'voseo', 'tuteo'] as const).every((field) => one[field] === other[field]);
}
