import type { ConnectWhatsapp, WhatsappConnection } from '~/shared/whatsapp/connection';
import { callApi, del, patch } from '../api-client';

type Answer = { connection: WhatsappConnection | null };

/** The connected number; null: none. In an object, because null is an answer. */
export const fetchConnection = () => callApi<Answer>('/api/whatsapp');

/** Connects a number, or changes what it is connected with. Meta is asked before anything is stored. */
export const connect = (input: ConnectWhatsapp) => callApi<Answer>('/api/whatsapp', { method: 'PUT', body: input });

export const changeMoves = (moves_new: boolean) => patch<Answer>('/api/whatsapp', { moves_new });
export const disconnect = () => del('/api/whatsapp');

/** Messages of this number are enquiries again. */
export const unsilence = (phoneKey: string) => del(`/api/whatsapp/silenced/${phoneKey}`);
