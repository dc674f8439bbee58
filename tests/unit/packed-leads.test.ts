import { expect, test } from 'vitest';
import { packLeads, unpackLeads } from '~/shared/leads/packed';
import { lead } from '../support/lead';

test('leads come out of a page as they went in, with less than half of their size', () => {
  const ofList = lead(2);
  const found = { ...ofList, id: 3, found_note: { q: 'demo', text: '…la «demo» del <jueves>' } };
  const leads = [ofList, found, { ...ofList, id: 4, nombre: 'Ñandú "O’Hara"', mensaje: 'a\nb' }];
  expect(unpackLeads(packLeads(leads))).toEqual(leads);
  expect(unpackLeads(packLeads([]))).toEqual([]);
  const many = Array.from({ length: 50 }, () => ofList);
  expect(packLeads(many).length).toBeLessThan(JSON.stringify(many).length / 2);
});
