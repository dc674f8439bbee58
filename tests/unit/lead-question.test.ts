import { expect, test } from 'vitest';
import { dayChoices } from '~/crm/lead/follow-up/day-choices';
import { questionOf } from '~/crm/lead/follow-up/follow-up-state';
import type { Lead } from '~/shared/leads/lead';
import { lead } from '../support/lead';

const attempt = (channel: 'whatsapp' | 'call', user_id = 'ana') => ({
  user_id,
  user_name: user_id,
  channel,
  opened_at: '2026-05-10T11:00:00.000Z',
});

test('when to contact a lead next is asked until that is settled, whoever does it', () => {
  const asking = lead(1, { estado: 'contactado' });
  const after = (change: Partial<Lead>) => questionOf({ ...asking, ...change }, 'ana', asking);
  for (const change of [{}, { estado: 'en_seguimiento' }, { notes_count: 3 }, { owner_id: 'beto' }] as const)
    expect.soft(after(change), JSON.stringify(change)).toBe('next');
  const settling = [
    { next_contact_on: '2026-05-12' },
    { next_contact_at: '10:00' },
    { estado: 'perdido' },
    { id: 2 },
  ] as const;
  for (const change of settling) expect.soft(after(change), JSON.stringify(change)).toBeNull();
  expect(questionOf(asking, 'ana', null)).toBeNull();
});

test('what came of an attempt is asked first: of a call always, else until the first contact; nobody else is asked', () => {
  const waiting = lead(1, { attempts: [attempt('whatsapp')] });
  expect(questionOf(waiting, 'ana', waiting)).toBe(waiting.attempts[0]);
  expect(questionOf(waiting, 'beto', null)).toBeNull();
  expect(questionOf({ ...waiting, estado: 'contactado' }, 'ana', null)).toBeNull();
  const called = lead(1, { estado: 'ganado', attempts: [attempt('call')] });
  expect(questionOf(called, 'ana', null)).toBe(called.attempts[0]);
});

test('of an email or chat it is asked, too, while the person awaits an answer since before it', () => {
  const awaiting = (since: string) =>
    lead(1, { estado: 'en_seguimiento', attempts: [attempt('whatsapp')], awaiting_reply_since: since });
  expect(questionOf(awaiting('2026-05-10T10:00:00.000Z'), 'ana', null)).toMatchObject({ channel: 'whatsapp' });
  expect(questionOf(awaiting('2026-05-10T11:30:00.000Z'), 'ana', null)).toBeNull();
});

test('of whoever was won or lost later days are one press away', () => {
  const days = (estado: Lead['estado'], today = '2026-11-30') => dayChoices(today, { estado }).map(({ day }) => day);
  expect(days('contactado')).toEqual(['2026-12-01', '2026-12-03', '2026-12-07']);
  expect(days('perdido')).toEqual(['2026-12-30', '2027-02-28']);
  expect(days('ganado', '2026-01-31')).toEqual(['2026-02-28', '2026-04-30']);
});
