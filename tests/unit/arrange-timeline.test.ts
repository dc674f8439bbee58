import { expect, it } from 'vitest';
import { arrangeTimeline, withMessage } from '~/crm/lead/timeline/arrange-timeline';
import type { LeadEvent } from '~/shared/leads/event';
import type { LeadMessage } from '~/shared/leads/message';

const START = Date.parse('2026-03-02T10:00:00.000Z');

const message = (id: number, minute: number, change: Partial<LeadMessage> = {}): LeadMessage => ({
  ...{ id, lead_id: 1, direction: 'in', kind: 'text', body: `Mensaje ${id}` },
  at: new Date(START + minute * 60_000).toISOString(),
  ...{ status: null, reason: null, author_name: null, file: null, quoted: null, reactions: [] },
  ...{ former: [], is_revoked: false, referral: null },
  ...change,
});

const event = (id: number, change: Partial<LeadEvent> = {}): LeadEvent => ({
  ...{ id, type: 'changed', actor_id: 'ana', actor_name: 'Ana', field: 'estado', from_value: null },
  ...{ to_value: null, created_at: new Date(START).toISOString(), note: null, message: null, other: null },
  consent: null,
  ...change,
});

const arrange = (...messages: LeadMessage[]) =>
  messages.map((one) => event(one.id, { type: 'message_received', message: one }));
const shapes = (events: LeadEvent[]) =>
  arrangeTimeline(events).map((item) =>
    item.type === 'message' ? `${item.goesOn ? '' : '<'}${item.message.id}${item.endsTurn ? '>' : ''}` : item.type,
  );

it('keeps together what one side writes without a break', () => {
  expect(shapes(arrange(message(1, 0), message(2, 1), message(3, 5), message(4, 30)))).toEqual([
    ...['<1', '2', '3>', '<4>'],
  ]);
  const ours = { direction: 'out', status: 'sent' } as const;
  expect(
    shapes(
      arrange(
        message(1, 0),
        message(2, 0, ours),
        message(3, 1, { ...ours, author_name: 'Ana' }),
        message(4, 1, { ...ours, author_name: 'Ana' }),
      ),
    ),
    'another side, another author',
  ).toEqual(['<1>', '<2>', '<3', '4>']);
  const [first, last] = arrange(message(1, 0), message(2, 1));
  expect(first && last && shapes([first, event(9), last]), 'something between them').toEqual([
    ...['<1>', 'act', '<2>'],
  ]);
});

it('tells what one person did at one moment in one line, and nothing else', () => {
  const later = { created_at: new Date(START + 1).toISOString() };
  const byNobody = { actor_id: null, actor_name: null };
  const acts = arrangeTimeline([event(1), event(2), event(3, later), event(4, byNobody), event(5, byNobody)]);
  expect(acts.map((item) => item.type === 'act' && item.act.map(({ id }) => id))).toEqual([...[[1, 2], [3], [4], [5]]]);
});

it('offers no second try of what was sent again since', () => {
  const failed = message(1, 0, { direction: 'out', status: 'failed' });
  const again = message(2, 1, { direction: 'out', status: 'sent', body: failed.body });
  const isSentAgain = (events: LeadEvent[]) =>
    arrangeTimeline(events).map((item) => item.type === 'message' && item.isSentAgain);
  expect(isSentAgain(arrange(failed))).toEqual([false]);
  expect(isSentAgain(arrange(failed, message(2, 1, { body: failed.body })))).toEqual([false, false]);
  expect(isSentAgain(arrange(failed, again))).toEqual([true, false]);
});

it('shows a message just sent once, before the story is read again and after', () => {
  const sent = message(7, 2, { direction: 'out', status: 'queued', author_name: 'Ana' });
  const shown = withMessage(arrange(message(1, 0)), sent);
  expect(shown.map((one) => one.message?.id)).toEqual([7, 1]);
  expect(withMessage(shown, sent)).toHaveLength(2);
});
