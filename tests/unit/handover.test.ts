import { expect, test } from 'vitest';
import { describeHandover } from '~/shared/leads/describe-event';

test('a lead’s story says from whom it came to whom', () => {
  const bruno = { actor_id: '1', actor_name: 'Bruno' };
  const cases: [typeof bruno | { actor_id: null; actor_name: null }, string | null, string | null, string][] = [
    [bruno, null, 'Bruno', 'lo tomó'],
    [bruno, 'Ana', 'Bruno', 'lo tomó de Ana'],
    [bruno, 'Bruno', 'Ana', 'se lo pasó a Ana'],
    [bruno, null, 'Ana', 'se lo pasó a Ana'],
    [bruno, 'Ana', 'Carla', 'lo pasó de Ana a Carla'],
    [bruno, '5b0f6a1e-6d3c-4c55-9f0e-2f4f6f0f7c11', 'Bruno', 'lo tomó de alguien'],
    [bruno, 'Bruno', null, 'lo dejó sin responsable'],
    [bruno, 'Ana', null, 'lo dejó sin responsable: lo tenía Ana'],
    [{ actor_id: null, actor_name: null }, null, 'Ana', 'le tocó a Ana'],
    [{ actor_id: null, actor_name: null }, 'Ana', null, 'lo dejó sin responsable: lo tenía Ana'],
  ];
  for (const [actor, from_value, to_value, text] of cases)
    expect.soft(describeHandover({ ...actor, from_value, to_value })).toBe(text);
});
