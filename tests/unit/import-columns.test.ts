import { describe, expect, test } from 'vitest';
import { guessFields, guessMapping } from '~/server/imports/columns/guess-columns';
import { findHeadRow } from '~/server/imports/columns/head-row';
import { makeOrderWatch, readDate, readDay } from '~/server/imports/rows/dates';

const toRows = (rows: string[][]) => rows.map((cells, index) => ({ row: index + 1, cells, width: cells.length }));

function recognise(rows: string[][]) {
  const { columns, data } = findHeadRow(toRows(rows));
  const mapping = guessFields(columns, data);
  return Object.fromEntries(columns.map((head, index) => [head, mapping[index]]));
}

describe('columns of other tools', () => {
  test('when it was won', () => {
    for (const head of [
      'Ganado el',
      'Cerrado el',
      'Fecha de cierre',
      'Fecha de ganado',
      'Fecha de venta',
      'Close Date',
      'Closing Date',
      'Closed at',
      'Deal closed on',
      'Won time',
      'Deal - Won time',
      'Data de fechamento',
    ])
      expect
        .soft([
          head,
          recognise([
            ['Nombre', head],
            ['Ana Paz', '2026-03-04'],
          ])[head],
        ])
        .toEqual([head, 'won_at']);
    for (const head of ['Expected close date', 'Fecha de cierre esperada', 'Lost time', 'Fecha de nacimiento'])
      expect
        .soft([
          head,
          recognise([
            ['Nombre', head],
            ['Ana Paz', '2026-03-04'],
          ])[head],
        ])
        .toEqual([head, null]);
    // Says whether, not when.
    expect(
      recognise([
        ['Nombre', 'Ganado', 'Cerrado'],
        ['Ana Paz', 'Sí', 'No'],
      ]),
    ).toMatchObject({ Ganado: null, Cerrado: null });
    expect(
      recognise([
        ['Nombre', 'Closed Lost Reason'],
        ['Ana Paz', 'Precio'],
      ]),
    ).toMatchObject({
      'Closed Lost Reason': 'lost_reason',
    });
    // May be that of an enquiry; whoever has a reason for losing is lost.
    expect(
      recognise([
        ['Nombre', 'Motivo'],
        ['Ana Paz', 'Consulta por alquiler'],
      ]),
    ).toMatchObject({ Motivo: null });
  });

  test('without heads, by what is in them', () => {
    expect(
      recognise([
        ['Ana Paz', 'ana@x.example.com', '+54 9 11 5874-9895', '12/03/2024'],
        ['Eva Sol', 'eva@x.example.com', '11 5874 9896', '13/03/2024'],
      ]),
    ).toEqual({ 'Columna 1': 'nombre', 'Columna 2': 'email', 'Columna 3': 'whatsapp', 'Columna 4': null });
  });

  test('and whatever fits no field is proposed for the note', () => {
    const heads = ['Nombre', 'Email', 'Etiquetas', 'motivo'];
    expect(guessMapping(heads, toRows([['Ana', 'ana@x.example.com', 'feria', 'Falta el email']]))).toEqual([
      ...['nombre', 'email', 'nota', null],
    ]);
  });

  test('an «Estado» full of provinces is one, with or without a city beside it', () => {
    const states = {
      Argentina: ['Córdoba', 'Buenos Aires', 'CABA', 'Santa Fe'],
      México: ['Baja California', 'Jalisco', 'Nuevo León', 'Ciudad de México'],
      España: ['Madrid', 'A Coruña', 'Sevilla', 'Valencia'],
      Brasil: ['São Paulo', 'Paraná', 'Bahia', 'Rio de Janeiro'],
    };
    for (const [country, cells] of Object.entries(states))
      for (const head of ['Estado', 'Estado actual'])
        expect
          .soft(
            recognise([['Nombre', 'Email', head], ...cells.map((cell) => ['Ana', 'ana@x.example.com', cell])])[head],
            country,
          )
          .toBeNull();
    const mixed = recognise([
      ['Nombre', 'Email', 'Estado'],
      ...['Ganado', 'Nuevo', 'Perdido', 'San Luis'].map((cell) => ['Ana', 'ana@x.example.com', cell]),
    ]);
    expect(mixed).toMatchObject({ Estado: 'estado' });
  });

  test('lists of nothing but emails, or numbers, headed or not', () => {
    const emails = [['ana@x.example.com'], ['eva@x.example.com']];
    const numbers = [['+54 9 11 5874-9895'], ['11 5874 9896']];
    expect(recognise(emails)).toEqual({ 'Columna 1': 'email' });
    expect(recognise(numbers)).toEqual({ 'Columna 1': 'whatsapp' });
    expect(recognise([['Correos'], ...emails])).toEqual({ Correos: 'email' });
    expect(recognise([['Contactos'], ...numbers])).toEqual({ Contactos: 'whatsapp' });
  });

  test('below a title', () => {
    const { columns, heads, data } = findHeadRow(
      toRows([['Contactos de 2026'], ['exportado el 21/11/2026'], ['Nombre', 'Email'], ['Ana', 'ana@x.example.com']]),
    );
    expect([columns, heads.row, data.map(({ row }) => row)]).toEqual([['Nombre', 'Email'], 3, [4]]);
  });
});

describe('dates', () => {
  const BUENOS_AIRES = 'America/Argentina/Buenos_Aires';
  const NOW = Date.parse('2026-11-22T12:00:00Z');
  const read = (text: string, order: 'day' | 'month' = 'day') => readDate(text, order, BUENOS_AIRES, NOW);

  test.each([
    ['21/11/2025', '2025-11-21T12:00:00.000Z'],
    ['1-2-25', '2025-02-01T12:00:00.000Z'],
    ['12.03.2024', '2024-03-12T12:00:00.000Z'],
    ['2025-11-21', '2025-11-21T12:00:00.000Z'],
    ['2025-11-21T10:30:00Z', '2025-11-21T10:30:00.000Z'],
    ['2025-11-21T10:30:00-03:00', '2025-11-21T13:30:00.000Z'],
    ['2025-11-21 10:30', '2025-11-21T13:30:00.000Z'],
    ['21/11/2025 9:05 p. m.', '2025-11-22T00:05:00.000Z'],
    ['21/11/2025 9:05 hs', '2025-11-21T12:05:00.000Z'],
    ['2025-11-21 10:30:00+00', '2025-11-21T10:30:00.000Z'],
    ['2025/11/21 9:05:07 a. m. GMT-5', '2025-11-21T14:05:07.000Z'],
    ['2025/11/21 10:30:00 AM GMT+5:30', '2025-11-21T05:00:00.000Z'],
    ['2025-11-21 10:30 UTC', '2025-11-21T10:30:00.000Z'],
    ['2025-11-21T10:30:00.123Z', '2025-11-21T10:30:00.123Z'],
    ['12 de marzo de 2024', '2024-03-12T12:00:00.000Z'],
    ['Mar 12, 2024', '2024-03-12T12:00:00.000Z'],
    ['12-dez-24 10:30', '2024-12-12T13:30:00.000Z'],
    ['45982', '2025-11-21T12:00:00.000Z'],
    ['01/03/2025 a las 10:00', '2025-03-01T13:00:00.000Z'],
    ['01/03/2025 - 10:00', '2025-03-01T13:00:00.000Z'],
    ['01/03/2025 às 10h30', '2025-03-01T13:30:00.000Z'],
    ['01/03/2025 10 hs', '2025-03-01T13:00:00.000Z'],
    ['1º de marzo de 2025', '2025-03-01T12:00:00.000Z'],
    ['1ro de marzo de 2025 a las 10:00', '2025-03-01T13:00:00.000Z'],
    ['sábado, 1 de marzo de 2025', '2025-03-01T12:00:00.000Z'],
    ['marzo 1 de 2025', '2025-03-01T12:00:00.000Z'],
    ['March 1st, 2025', '2025-03-01T12:00:00.000Z'],
    ['2025.03.01', '2025-03-01T12:00:00.000Z'],
    ['20250301', '2025-03-01T12:00:00.000Z'],
    ['20250301T103000Z', '2025-03-01T10:30:00.000Z'],
  ])('%s', (text, at) => {
    expect(read(text)).toBe(at);
  });

  test.each(['31/02/2025', '2025-13-01', 'ayer', '21/11/1999', '21/11/2030', '21/11/2025 25:00'])('not %s', (text) => {
    expect(read(text)).toBeNull();
  });

  test('by the clocks of that day, also one on which they change', () => {
    for (const [zone, text, at] of [
      ['America/Santiago', '05/04/2025 22:00', '2025-04-06T01:00:00.000Z'],
      ['America/Santiago', '06/04/2025 10:00', '2025-04-06T14:00:00.000Z'],
      ['America/Santiago', '07/09/2025 10:00', '2025-09-07T13:00:00.000Z'],
      ['Europe/Madrid', '30/03/2025 10:00:07', '2025-03-30T08:00:07.000Z'],
      ['Europe/Madrid', '26/10/2025 10:00', '2025-10-26T09:00:00.000Z'],
      ['America/Asuncion', '23/03/2024 23:30', '2024-03-24T02:30:00.000Z'],
      ['America/Asuncion', '24/03/2024 00:30', '2024-03-24T04:30:00.000Z'],
    ] as const)
      expect.soft([zone, text, readDate(text, 'day', zone, NOW)]).toEqual([zone, text, at]);
  });

  test('in one order for a column, which a part above 12 proves', () => {
    const watch = makeOrderWatch();
    for (const text of ['01/02/2025', '03/25/2025']) watch.look(text);
    expect(watch.order()).toBe('month');
    expect([watch.isProven(), watch.ambiguous()]).toEqual([true, 1]);
    expect(read('03/25/2025', 'month')).toBe('2025-03-25T12:00:00.000Z');
    expect([makeOrderWatch().order(), makeOrderWatch().isProven()]).toEqual(['day', false]);
  });

  test('of the next contact are days, also later ones, with an hour where one is written', () => {
    const day = (text: string) => readDay(text, 'day', BUENOS_AIRES);
    expect(day('03/02/2031')).toEqual({ on: '2031-02-03', at: null });
    expect(day('03/02/2031 09:30')).toEqual({ on: '2031-02-03', at: '09:30' });
    expect(day('2031-02-03T01:30:00Z')).toEqual({ on: '2031-02-02', at: '22:30' });
    expect(day('el lunes')).toBeNull();
  });
});
