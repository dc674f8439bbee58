import { z } from '~/shared/zod';
import type { Page } from '../paging';

/** An enquiry set aside for review, with the fields that could be read. */
export type SetAsideEnquiry = {
  id: number;
  reason: 'honeypot' | 'rate' | 'failure';
  remote_address: string;
  received_at: string;
  fields: { nombre: string; email: string; pais: string; telefono: string; mensaje: string };
};

/** Waiting enquiries, newest first. `until` is the id of the last enquiry of any kind when the page was read. */
export type SetAsidePage = Page<'enquiries', SetAsideEnquiry> & { until: number };

/** Discards what was waiting when the page with this `until` was read. */
export const discardAllSchema = z.strictObject({ until: z.int().min(0) });

/** The id of the 'Descartar todas' to undo. */
export const undoDiscardAllSchema = z.strictObject({ undo: z.guid() });
