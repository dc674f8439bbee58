import { expect, test } from 'vitest';
import { findCompetingColumns, readTexts, withDefaults } from '~/crm/imports/choices';
import type { ImportChoices, ImportDraft } from '~/shared/imports/import';

const draft: ImportDraft = {
  id: 1,
  name: 'a.csv',
  columns: ['Nombre', 'Etapa', 'Estado', 'Vendedor', 'País'],
  sample: [],
  mapping: ['nombre', 'estado', 'estado', 'owner', 'pais'],
  texts: [null, ['Xyzzy', 'constructor', 'Ganado', 'Frobozz'], ['Perdido'], ['Ana', '__proto__'], null],
  values: { estado: { Xyzzy: null } },
  prefer: { estado: 2 },
  staff: [{ id: 'a1', name: 'Ana', email: 'ana@x.example.com' }],
  sheets: [],
  sheet: null,
  read_as: {
    heads: { row: 1, isSure: true },
    encoding: null,
    names: [],
    hidden: { rows: 0, isTaken: false },
    literal: { rows: 0, first: [] },
  },
  rows: 9,
};
const choices: ImportChoices = {
  mapping: draft.mapping,
  duplicates: 'skip',
  overwrite: false,
  values: { estado: { Xyzzy: 'en_seguimiento' } },
  prefer: {},
  dates: null,
  pais: null,
  notify: false,
};

test('only what its name does not tell is asked, and what is shown is what counts', () => {
  expect(readTexts(draft, choices, 0)).toBeNull();
  expect(readTexts(draft, choices, 4)).toEqual({ field: 'pais', texts: null });
  expect(readTexts(draft, choices, 1)?.texts).toEqual([
    { text: 'Xyzzy', value: 'en_seguimiento', isAsked: true },
    { text: 'constructor', value: null, isAsked: true },
    { text: 'Ganado', value: 'ganado', isAsked: false },
    { text: 'Frobozz', value: null, isAsked: true },
  ]);
  const { values, prefer } = withDefaults(draft, choices);
  expect(Object.entries(values?.owner ?? {})).toEqual([
    ['Ana', 'a1'],
    ['__proto__', null],
  ]);
  expect(Object.keys(values ?? {})).toEqual(['estado', 'owner']);
  expect(values?.estado).toMatchObject({ Perdido: 'perdido', Xyzzy: 'en_seguimiento', constructor: null });
  expect(prefer).toEqual({ estado: 2 });
});

test('of two columns for one field the chosen one counts, while it is one of them', () => {
  expect(findCompetingColumns(draft, choices, 0)).toBeNull();
  expect(findCompetingColumns(draft, { ...choices, prefer: { estado: 1 } }, 2)).toEqual({
    field: 'estado',
    winner: 1,
  });
  const mapping = choices.mapping.with(2, null).with(4, 'estado');
  expect(findCompetingColumns(draft, { ...choices, mapping }, 1)).toEqual({ field: 'estado', winner: 1 });
  const names = choices.mapping.with(1, 'nombre');
  expect(findCompetingColumns(draft, { ...choices, mapping: names }, 1)).toBeNull();
});
