import type { ChangedLead, Lead, LeadDeletion } from '~/shared/leads/lead';
import type { ContactAnswer, CreateLead } from '~/shared/leads/schema';
import { callApi, patch, post } from '../api-client';
import { callWithAsOf } from './lead-api';

export const createLead = async (input: CreateLead, key: string | undefined) =>
  (await post<{ lead: Lead }>('/api/leads', input, { key })).lead;

/** Deletes a lead. Resolves to its last event. */
export const deleteLead = async (id: number) => (await callWithAsOf(`/api/leads/${id}`, { method: 'DELETE' })).as_of;

/** Deletes a lead and ignores its number until it is restored. Resolves to its last event. */
export const silenceNumber = async (id: number) =>
  (await callWithAsOf(`/api/leads/${id}/silence`, { method: 'POST' })).as_of;

export const restoreLead = async (id: number) => (await post<{ lead: Lead }>(`/api/leads/${id}/restore`)).lead;

/** Records the outcome of an attempt or a call. */
export const answerContact = (id: number, answer: ContactAnswer) =>
  patch<ChangedLead>(`/api/leads/${id}/contacts`, answer, { waits: true });

/** Who put a lead in the trash, and when. */
export const fetchDeletion = async (id: number) =>
  (await callApi<{ deletion: LeadDeletion }>(`/api/leads/${id}/deletion`)).deletion;
