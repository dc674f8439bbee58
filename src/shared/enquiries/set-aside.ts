import { z } from '~/shared/zod';
import type { Page } from '../paging';

/** An enquiry that was set aside for a person to look at. `fields` are those that could be read. */
export type SetAsideEnquiry = {
  id: number;
  reason: 'honeypot' | 'rate' | 'failure';
  remote_address: string;
  received_at: string;
  fields: { nombre: string; email: string; pais: string; telefono: string; mensaje: string };
};

/**
 * A page of waiting enquiries, newest first. `until` is the id of the last enquiry of any kind when the page was read.
 */
export type SetAsidePage = Page<'enquiries', SetAsideEnquiry> & { until: number };

/** Discards all enquiries that were waiting when the page with this `until` was read. */
export const discardAllSchema = z.strictObject({ until: z.int().min(0) });

/** The id of the press of 'Descartar todas' that is undone. */
export const undoDiscardAllSchema = z.strictObject({ undo: z.guid() });
