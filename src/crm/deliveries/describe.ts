import type { LastMail } from '~/shared/companies/company';
import type { Delivery, DeliverySummary } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import type { Tone } from '../ui/Badge';
import { DELIVERY_TONES } from '../ui/tones';

const { events, states, ends, summaries, toasts } = deliveryStrings;

/** A message's state in a word, and its colour. */
export function describeState({ state, ended_in }: Pick<LastMail, 'state' | 'ended_in'>): {
  name: string;
  tone: Tone;
} {
  if (state === 'sent' && ended_in) return { name: ends[ended_in], tone: 'muted' };
  return { name: states[state], tone: DELIVERY_TONES[state] };
}

/** What a message is about: 'Lead nuevo de Martín Ríos'. */
export function describeSubject({ event, kind, about }: DeliverySummary): string {
  const name = events[event] ?? event;
  if (!about || event === 'test') return name;
  if (kind !== 'webhook') return summaries.to(name, about);
  return event.startsWith('note.') ? summaries.on(name, about) : summaries.of(name, about);
}

/** Where it goes and what became of it: '→ automatización: entregado a la primera'. */
export function describeCourse(delivery: DeliverySummary): string {
  const { kind, webhook_id, destination } = delivery;
  const removed = webhook_id === null ? summaries.destinations[kind] : summaries.removed;
  return summaries.whole(destination ?? removed, describeOutcome(delivery));
}

function describeOutcome({ state, ended_in, waits, held, attempts }: DeliverySummary): string {
  if (state === 'failed') return summaries.failed(attempts);
  if (state === 'sent') return ended_in ? summaries.ends[ended_in] : summaries.delivered(attempts);
  if (held === 1) return summaries.held;
  if (waits === 1) return summaries.inLine;
  return attempts > 0 ? summaries.retrying(attempts) : summaries.leaving;
}

/** Whether it can be sent again from the log: a WhatsApp message is written anew in its conversation. */
export function isResendable({ kind, state }: DeliverySummary): boolean {
  return kind !== 'whatsapp' || state === 'pending';
}

/** The toast for a test message, once it was tried. */
export function describeTest({ state, attempts, last_error }: Delivery, sent: string = toasts.testSent) {
  if (state === 'sent') return { tone: 'success', text: sent } as const;
  if (attempts > 0) return { tone: 'error', text: toasts.testFailed(last_error ?? '') } as const;
  return { tone: 'warning', text: toasts.testPending } as const;
}
