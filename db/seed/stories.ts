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

const FIRST: Step = { after: [0, 0], note: 'first' };

/** The first step is the first contact. */
export const STORIES: readonly Story[] = [
  {
    name: 'a quick win',
    soon: 6,
    late: 2,
    steps: [
      FIRST,
      { after: [1, 2], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [1, 4], to: 'ganado', settles: 'billing', note: 'won' },
    ],
  },
  {
    name: 'a win in a month',
    soon: 8,
    late: 3,
    steps: [
      FIRST,
      { after: [2, 5], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [3, 7], by: 'email', settles: 'billing', note: 'quote' },
      { after: [4, 10], by: 'whatsapp', note: 'follow' },
      { after: [3, 9], to: 'ganado', note: 'won' },
    ],
  },
  {
    name: 'a long way to a win',
    soon: 3,
    late: 1,
    steps: [
      FIRST,
      { after: [4, 8], by: 'whatsapp', note: 'follow' },
      { after: [7, 12], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [10, 16], by: 'email', settles: 'billing', note: 'quote' },
      { after: [8, 15], by: 'call', note: 'follow' },
      { after: [6, 12], to: 'ganado', note: 'won' },
    ],
  },
  {
    name: 'too dear',
    soon: 10,
    late: 8,
    steps: [
      FIRST,
      { after: [2, 6], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [2, 6], by: 'email', settles: 'billing', note: 'quote' },
      { after: [4, 11], to: 'perdido', reason: 'precio', note: 'too_dear' },
    ],
  },
  {
    name: 'silence after the demo',
    soon: 8,
    late: 8,
    steps: [
      FIRST,
      { after: [2, 5], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [4, 8], by: 'whatsapp', note: 'silent' },
      { after: [5, 9], by: 'call', note: 'silent' },
      { after: [7, 12], to: 'perdido', reason: 'no_responde', note: 'gave_up' },
    ],
  },
  {
    name: 'a number that does not answer',
    soon: 7,
    late: 14,
    steps: [
      { after: [0, 0], note: 'silent' },
      { after: [2, 4], by: 'call', note: 'silent' },
      { after: [4, 8], by: 'whatsapp' },
      { after: [6, 12], to: 'perdido', reason: 'no_responde', note: 'never_reached' },
    ],
  },
  {
    name: 'somebody else was chosen',
    soon: 6,
    late: 12,
    steps: [
      FIRST,
      { after: [2, 6], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [5, 12], by: 'call', to: 'perdido', reason: 'eligio_otro', note: 'chose_other' },
    ],
  },
  {
    name: 'no customer',
    soon: 9,
    late: 8,
    steps: [{ after: [0, 0] }, { after: [1, 3], to: 'perdido', reason: 'no_califica', note: 'no_fit' }],
  },
  {
    name: 'not now, and then not at all',
    soon: 6,
    late: 6,
    steps: [
      FIRST,
      { after: [3, 7], by: 'whatsapp', to: 'en_seguimiento', settles: 'plan', note: 'later' },
      { after: [30, 60], by: 'whatsapp', to: 'perdido', reason: 'mas_adelante', note: 'put_off' },
    ],
  },
  {
    name: 'not now, but later',
    soon: 3,
    late: 2,
    steps: [
      FIRST,
      { after: [3, 7], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'later' },
      { after: [35, 70], by: 'whatsapp', settles: 'billing', note: 'quote' },
      { after: [5, 12], to: 'ganado', note: 'won' },
    ],
  },
  {
    name: 'back on their own',
    soon: 2,
    late: 1,
    steps: [
      FIRST,
      { after: [3, 8], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [6, 14], to: 'perdido', reason: 'mas_adelante', note: 'put_off' },
      { after: [40, 80], isSurprise: true, to: 'en_seguimiento', note: 'came_back' },
      { after: [4, 9], to: 'ganado', settles: 'billing', note: 'won' },
    ],
  },
  {
    name: 'an end that has nothing to do with us',
    soon: 2,
    late: 2,
    steps: [FIRST, { after: [6, 15], by: 'whatsapp', to: 'perdido', reason: 'otro', note: 'closed_down' }],
  },
  {
    name: 'left lying after a first talk',
    soon: 8,
    late: 9,
    steps: [FIRST],
  },
  {
    name: 'left lying with an offer',
    soon: 4,
    late: 3,
    steps: [
      FIRST,
      { after: [2, 6], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [3, 8], by: 'email', settles: 'billing', note: 'quote' },
    ],
  },
];

/** For leads nobody looked at for two days. */
export const FORGOTTEN: readonly Story[] = [
  {
    name: 'answered when it was too late',
    soon: 1,
    late: 1,
    steps: [
      { after: [0, 0] },
      { after: [1, 2], by: 'call', to: 'perdido', reason: 'eligio_otro', note: 'answered_too_late' },
    ],
  },
  {
    name: 'late, and saved',
    soon: 1,
    late: 0.5,
    steps: [
      { after: [0, 0], note: 'reached_late' },
      { after: [2, 4], by: 'call', to: 'en_seguimiento', settles: 'plan', note: 'demo' },
      { after: [4, 9], to: 'ganado', settles: 'billing', note: 'won' },
    ],
  },
];

/** For leads from a fair's file, most of whom never answer. */
export const IMPORTED: readonly Story[] = [
  {
    name: 'a visiting card without an answer',
    soon: 5,
    late: 5,
    steps: [
      { after: [0, 0], note: 'silent' },
      { after: [8, 14], by: 'email', to: 'perdido', reason: 'no_responde', note: 'never_reached' },
    ],
  },
  ...STORIES.filter(({ name }) => ['a win in a month', 'too dear', 'no customer'].includes(name)),
];
