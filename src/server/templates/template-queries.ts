import type { MessageTemplate } from '~/shared/templates/template';
import { query } from '../database/connection';

export type StoredTemplate = Omit<MessageTemplate, 'is_usual' | 'is_shipped' | 'updated_at'> & {
  created_at: string;
  updated_at: string;
};

const COLUMNS = 'id, channel, name, estado, subject, voseo, tuteo, created_at, updated_at';

/** Unpaged: there are never many. */
export const selectTemplates = query<[], StoredTemplate>(`SELECT ${COLUMNS} FROM message_templates`);

export const selectTemplatesVersion = query<[], { count: number; last: string | null }>(
  'SELECT count(*) AS count, max(updated_at) AS last FROM message_templates',
);

export const selectTemplate = query<[{ id: string }], StoredTemplate>(
  `SELECT ${COLUMNS} FROM message_templates WHERE id = :id`,
);

export const putTemplate = query<[StoredTemplate]>(
  `INSERT INTO message_templates (${COLUMNS})
   VALUES (:id, :channel, :name, :estado, :subject, :voseo, :tuteo, :created_at, :updated_at)
   ON CONFLICT (id) DO UPDATE SET name = excluded.name, estado = excluded.estado, subject = excluded.subject,
     voseo = excluded.voseo, tuteo = excluded.tuteo, updated_at = excluded.updated_at`,
);

export const deleteTemplate = query<[{ id: string }]>('DELETE FROM message_templates WHERE id = :id');
