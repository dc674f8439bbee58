import type { ConnectWhatsapp, WhatsappConnection } from '~/shared/whatsapp/connection';
import { callApi } from '../api-client';

type Answer = { connection: WhatsappConnection | null };

/** The connected number; null: none. In an object, because null is an answer. */
export function fetchConnection(): Promise<Answer> {
  return callApi('/api/whatsapp');
}

/** Connects a number, or changes what it is connected with. Meta is asked before anything is stored. */
export function connect(input: ConnectWhatsapp): Promise<Answer> {
  return callApi('/api/whatsapp', { method: 'PUT', body: input });
}

export function changeMoves(moves_new: boolean): Promise<Answer> {
  return callApi('/api/whatsapp', { method: 'PATCH', body: { moves_new } });
}

export function disconnect(): Promise<void> {
  return callApi('/api/whatsapp', { method: 'DELETE' });
}

/** Messages of this number are enquiries again. */
export function hearAgain(phoneKey: string): Promise<void> {
  return callApi(`/api/whatsapp/silenced/${phoneKey}`, { method: 'DELETE' });
}
