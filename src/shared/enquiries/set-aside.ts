import { z } from 'zod';
import type { Page } from '../paging';

/** An enquiry that intake set aside for a person to look at. `fields` are what it says, as far as it can be read. */
export type SetAsideEnquiry = {
  id: number;
  reason: 'honeypot' | 'rate' | 'failure';
  remote_address: string;
  received_at: string;
  fields: { nombre: string; email: string; pais: string; telefono: string; mensaje: string };
};

/** A page of what waits, latest first. `until` is the last enquiry of any kind that had come when it was read. */
export type SetAsidePage = Page<'enquiries', SetAsideEnquiry> & { until: number };

/** All that waited when a page was read whose `until` this is. */
export const discardAllSchema = z.strictObject({ until: z.int().min(0) });

/** The press of 'Descartar todas' that is taken back, as its answer named it. */
export const undoDiscardAllSchema = z.strictObject({ undo: z.guid() });
