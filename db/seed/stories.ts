import type { ContactChannel, LeadStatus, LostReason } from '~/shared/leads/enums';
import type { NoteName } from './words/notes';

/** One step: the action, its outcome and the note on it. */
export type Step = {
  /** Days since the previous step, from and to. */
  after: readonly [number, number];
  /** Unplanned: the person came back on their own. */
  isSurprise?: true;
  by?: ContactChannel;
  to?: LeadStatus;
  reason?: LostReason;
  /** What becomes clear: the plan they want, or how they would pay. */
  settles?: 'plan' | 'billing';
  note?: NoteName;
};

/**
 * A story from the first contact on. `soon` and `late` weigh it for leads answered within two hours and for those who
 * waited longer, who drop out more often.
 */
export type Story = { name: string; soon: number; late: number; steps: readonly Step[] };

const story = (name: string, weights: { soon: number; late: number }, steps: readonly Step[]): Story => ({
  name,
  ...weights,
  steps,
});

const FIRST: Step = { after: [0, 0], note: 'first' };

/** The first step is the first contact. */
export const STORIES: readonly Story[] = [
  story('a quick win', { soon: 6, late: 2 }, [
    FIRST,
    { after: [1, 2], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [1, 4], to: 'ganado', settles: 'billing', note: 'won' },
  ]),
  story('a win in a month', { soon: 8, late: 3 }, [
    FIRST,
    { after: [2, 5], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [3, 7], by: 'email', settles: 'billing', note: 'quote' },
    { after: [4, 10], by: 'whatsapp', note: 'follow' },
    { after: [3, 9], to: 'ganado', note: 'won' },
  ]),
  story('a long way to a win', { soon: 3, late: 1 }, [
    FIRST,
    { after: [4, 8], by: 'whatsapp', note: 'follow' },
    { after: [7, 12], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [10, 16], by: 'email', settles: 'billing', note: 'quote' },
    { after: [8, 15], by: 'call', note: 'follow' },
    { after: [6, 12], to: 'ganado', note: 'won' },
  ]),
  story('too dear', { soon: 10, late: 8 }, [
    FIRST,
    { after: [2, 6], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [2, 6], by: 'email', settles: 'billing', note: 'quote' },
    { after: [4, 11], to: 'perdido', reason: 'precio', note: 'too_dear' },
  ]),
  story('silence after the demo', { soon: 8, late: 8 }, [
    FIRST,
    { after: [2, 5], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [4, 8], by: 'whatsapp', note: 'silent' },
    { after: [5, 9], by: 'call', note: 'silent' },
    { after: [7, 12], to: 'perdido', reason: 'no_responde', note: 'gave_up' },
  ]),
  story('a number that does not answer', { soon: 7, late: 14 }, [
    { after: [0, 0], note: 'silent' },
    { after: [2, 4], by: 'call', note: 'silent' },
    { after: [4, 8], by: 'whatsapp' },
    { after: [6, 12], to: 'perdido', reason: 'no_responde', note: 'never_reached' },
  ]),
  story('somebody else was chosen', { soon: 6, late: 12 }, [
    FIRST,
    { after: [2, 6], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [5, 12], by: 'call', to: 'perdido', reason: 'eligio_otro', note: 'chose_other' },
  ]),
  story('no customer', { soon: 9, late: 8 }, [
    { after: [0, 0] },
    { after: [1, 3], to: 'perdido', reason: 'no_califica', note: 'no_fit' },
  ]),
  story('not now, and then not at all', { soon: 6, late: 6 }, [
    FIRST,
    { after: [3, 7], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'later' },
    { after: [30, 60], by: 'whatsapp', to: 'perdido', reason: 'mas_adelante', note: 'put_off' },
  ]),
  story('not now, but later', { soon: 3, late: 2 }, [
    FIRST,
    { after: [3, 7], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'later' },
    { after: [35, 70], by: 'whatsapp', settles: 'billing', note: 'quote' },
    { after: [5, 12], to: 'ganado', note: 'won' },
  ]),
  story('back on their own', { soon: 2, late: 1 }, [
    FIRST,
    { after: [3, 8], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [6, 14], to: 'perdido', reason: 'mas_adelante', note: 'put_off' },
    { after: [40, 80], isSurprise: true, to: 'en_seguimiento', note: 'came_back' },
    { after: [4, 9], to: 'ganado', settles: 'billing', note: 'won' },
  ]),
  story('an end that has nothing to do with us', { soon: 2, late: 2 }, [
    FIRST,
    { after: [6, 15], by: 'whatsapp', to: 'perdido', reason: 'otro', note: 'closed_down' },
  ]),
  story('left lying after a first talk', { soon: 8, late: 9 }, [FIRST]),
  story('left lying with an offer', { soon: 4, late: 3 }, [
    FIRST,
    { after: [2, 6], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [3, 8], by: 'email', settles: 'billing', note: 'quote' },
  ]),
];

/** For leads nobody looked at for two days. */
export const FORGOTTEN: readonly Story[] = [
  story('answered when it was too late', { soon: 1, late: 1 }, [
    { after: [0, 0] },
    { after: [1, 2], by: 'call', to: 'perdido', reason: 'eligio_otro', note: 'answered_too_late' },
  ]),
  story('late, and saved', { soon: 1, late: 0.5 }, [
    { after: [0, 0], note: 'reached_late' },
    { after: [2, 4], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
    { after: [4, 9], to: 'ganado', settles: 'billing', note: 'won' },
  ]),
];

/** For leads from a fair's file, most of whom never answer. */
export const IMPORTED: readonly Story[] = [
  story('a visiting card without an answer', { soon: 5, late: 5 }, [
    { after: [0, 0], note: 'silent' },
    { after: [8, 14], by: 'email', to: 'perdido', reason: 'no_responde', note: 'never_reached' },
  ]),
  ...STORIES.filter(({ name }) => ['a win in a month', 'too dear', 'no customer'].includes(name)),
];
