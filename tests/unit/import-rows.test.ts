import { describe, expect, test } from 'vitest';
import { makeTextWatch } from '~/server/imports/file-pieces';
import { makeRowReader, type Reading } from '~/server/imports/rows/read-row';
import type { ImportMapping, ImportPreference, ValueField } from '~/shared/imports/import';
import { guessValue, readLostReason } from '~/shared/imports/known-values';

const STAFF = [
  { id: 'beto', name: 'Beto Núñez', email: 'beto@x.example.com' },
  { id: 'ana', name: 'Ana Paz' },
  { id: 'ana-2', name: 'Ana Sol' },
];

function read(
  fields: [head: string, field: ImportMapping[number], cell: string][],
  more: Partial<Reading> & { prefer?: ImportPreference } = {},
) {
  const reader = makeRowReader({
    columns: fields.map(([head]) => head),
    mapping: fields.map(([, field]) => field),
    prefer: {},
    meaning: (field, text) => guessValue(field, text, STAFF).value,
    pais: null,
    dates: 'day',
    zone: 'America/Argentina/Buenos_Aires',
    source: 'archivo',
    ...more,
  });
  const result = reader(fields.map(([, , cell]) => cell));
  return 'content' in result ? result.content : result;
}
const NAME = ['Nombre', 'nombre', 'Iris Rey'] as [string, 'nombre', string];
const EMAIL = ['Email', 'email', 'iris@x.example.com'] as [string, 'email', string];

describe('what a text means', () => {
  const STAGES = {
    nuevo:
      'Sin contactar|Open - Not Contacted|Pendiente contactar|Prospecto|New lead|Lead In|Não contatado|Consulta nueva',
    contactado: 'No contesta|Attempted to Contact|Llamado|Mensaje enviado|Contato feito|Frío|Working - Contacted',
    en_seguimiento:
      'Interesado|Cotizado|Visitó|En espera|Volver a llamar|Señado|Orçamento enviado|Appointment scheduled|Qualified to buy|Contract sent|Esperando respuesta|Evolucionando|Toma de decisiones|Needs Analysis|Negotiation/Review|Em andamento|03 - Propuesta',
    ganado:
      'Vendido|Cerrado|Closed Won|Deal won|Cliente|Converted|Contrato firmado|Fechado|Logrado con éxito|Closed - Converted',
    perdido:
      'Caído|No interesado|Closed Lost to Competition|Junk Lead|Sin interés|Not Qualified|Closed - Not Converted|Ventas Perdidos|Cancelado|Ex cliente|Perdeu',
  };

  test('a stage is guessed by its words', () => {
    for (const [status, texts] of Object.entries(STAGES))
      for (const text of texts.split('|'))
        expect.soft([text, guessValue('estado', text, []).value]).toEqual([text, status]);
    expect(guessValue('estado', 'Interesado', []).isSure).toBe(false);
    expect(guessValue('estado', '2. En seguimiento', [])).toEqual({ value: 'en_seguimiento', isSure: true });
    expect(guessValue('estado', 'Verde', [])).toEqual({ value: null, isSure: false });
  });

  test.each<[ValueField, string, string | null, boolean]>([
    ['owner', 'beto nunez', 'beto', true],
    ['owner', 'Beto@X.example.com', 'beto', true],
    ['owner', 'Beto', 'beto', false],
    ['owner', 'Ana', null, false],
    ['owner', '-', null, true],
    ['pais', 'AR', 'Argentina', true],
    ['pais', 'Brazil', 'Otro', true],
    ['pais', 'Estados Unidos', 'Otro', true],
    ['pais', 'CABA, Argentina', 'Argentina', false],
    ['pais', 'Marte', 'Otro', false],
    ['plan', 'Chat con IA', 'chat-ia', true],
    ['plan', 'chatbot', 'chatbot-clasico', false],
    ['plan', 'Oro', null, false],
    ['client_type', 'Desarrolladora', 'constructora', true],
    ['client_type', 'Desarrollos del Sur', 'constructora', false],
    ['client_type', 'Familia', 'otros', false],
    ['client_type', 'constructor', 'constructora', true],
  ])('%s «%s»', (field, text, value, isSure) => {
    expect(guessValue(field, text, STAFF)).toEqual({ value, isSure });
  });

  test('a reason is one of ours, or none', () => {
    expect(
      ['Price too high', 'Ghosted', 'Más adelante', 'Timing', 'Compró en otra empresa', 'Otro', 'xyz'].map(
        readLostReason,
      ),
    ).toEqual(['precio', 'no_responde', 'mas_adelante', 'mas_adelante', 'eligio_otro', 'otro', null]);
  });
});

describe('two columns for one field', () => {
  test('won or lost beats the stage, of which the note tells; what is open says nothing', () => {
    const deal = (status: string, stage: string, prefer: ImportPreference = { estado: 2 }) =>
      read([NAME, EMAIL, ['Deal - Status', 'estado', status], ['Deal - Stage', 'estado', stage]], { prefer });
    expect(deal('Won', 'Negotiations Started')).toMatchObject({
      estado: 'ganado',
      note: 'Deal - Stage: Negotiations Started',
    });
    expect(deal('Open', 'Negotiations Started')).toMatchObject({ estado: 'en_seguimiento', note: null });
    expect(deal('Open', '')).toMatchObject({ estado: 'nuevo', note: null });
    expect(deal('Lost', 'Contact Made', { estado: 3 })).toMatchObject({ estado: 'contactado' });
  });

  test('the preferred one counts, and else the first one that says something', () => {
    const phones = (prefer: ImportPreference) =>
      read(
        [
          NAME,
          ['Fijo', 'whatsapp', '11 4321-0000'],
          ['Celular', 'whatsapp', '11 5555-1234'],
          ['Email', 'email', ''],
          ['Email 2', 'email', EMAIL[2]],
        ],
        { prefer, pais: 'Argentina' },
      );
    expect(phones({ whatsapp: 2 })).toMatchObject({
      ...{ whatsapp: '11 5555-1234', email: EMAIL[2], note: 'Fijo: 11 4321-0000' },
    });
    expect(phones({})).toMatchObject({ whatsapp: '11 4321-0000', note: 'Celular: 11 5555-1234' });
  });
});

describe('no row is refused for what can be left out', () => {
  test('it stands in the note under its name', () => {
    const long = 'x'.repeat(130);
    expect(
      read([
        ...[NAME, EMAIL],
        ['Tel', 'whatsapp', 'llamar'],
        ['Alta', 'created_at', '31/02/2025'],
        ['Firma', 'empresa', long],
        ['Etapa', 'estado', 'Verde'],
        ['Vendedor', 'owner', 'Zoe'],
        ['Próximo', 'next_contact_on', 'pronto'],
        ['Obs', 'nota', '=1+1'],
        ['Motivo', 'lost_reason', 'raro'],
        ['Notas', 'nota', 'Quiere demo'],
      ]),
    ).toMatchObject({
      ...{ whatsapp: null, created_at: null, empresa: null, owner_id: null, next_contact_on: null },
      ...{ estado: 'perdido', lost_reason: 'otro' },
      note: [
        'Quiere demo',
        ...[`Firma: ${long}`, 'Tel: llamar', 'Motivo: raro', 'Próximo: pronto', 'Alta: 31/02/2025', 'Obs: =1+1'],
      ].join('\n'),
    });
  });

  test('unless nobody can be reached, or has no name', () => {
    expect(read([NAME, ['Email', 'email', 'no'], ['Tel', 'whatsapp', '5,49116E+12']])).toEqual({
      problems: [
        { field: 'email', reason: expect.any(String) },
        { field: 'whatsapp', reason: expect.stringContaining('Excel recortó') },
      ],
    });
    expect(read([['Nombre', 'nombre', '-'], EMAIL])).toMatchObject({ problems: [{ field: 'nombre' }] });
    expect(read([NAME, ['Email', 'email', 'mal@'], ['Tel', 'whatsapp', '+5491155551234']])).toMatchObject({
      ...{ email: '', whatsapp: '+5491155551234', note: 'Email: mal@' },
    });
  });
});

test('two numbers in a cell become one and a note', () => {
  const phone = (cell: string) => {
    const { whatsapp, note } = read([NAME, ['Tel/Cel', 'whatsapp', cell]]) as {
      whatsapp: string;
      note: string;
    };
    return [whatsapp, note];
  };
  expect(phone('+54 9 11 5555-1234 / 4321-0000')).toEqual(['+54 9 11 5555-1234', 'Otro teléfono: 4321-0000']);
  expect(phone('1155551234, 1144443333')).toEqual(['1155551234', 'Otro teléfono: 1144443333']);
  expect(phone('4321-0000/5491155551234')).toEqual(['5491155551234', 'Otro teléfono: 4321-0000']);
  expect(phone('(011) 4321-0000')).toEqual(['(011) 4321-0000', null]);
});

test('names that begin with a sign are no formulas where they are written so', () => {
  // Twice, once our own file of rejected rows has marked it again.
  for (const cell of ["'=SUMA", "''=SUMA"])
    expect.soft(read([['Nombre', 'nombre', cell], EMAIL])).toMatchObject({ nombre: '=SUMA' });
});

test('all that a lead carries', () => {
  expect(
    read([
      ...[NAME, EMAIL],
      ['Plan', 'plan', 'Chat con IA'],
      ['Facturación', 'billing', 'Anual'],
      ['Próximo contacto', 'next_contact_on', '24/11/2026 10:30'],
      ['Estado', 'estado', 'Nuevo'],
      ['Primer contacto', 'first_contacted_at', ''],
      ['Responsable', 'owner', 'beto@x.example.com'],
    ]),
  ).toMatchObject({
    ...{ plan: 'chat-ia', billing: 'anual', next_contact_on: '2026-11-24', next_contact_at: '10:30' },
    ...{ owner_id: 'beto', first_contacted_at: null, note: null, assumed: ['pais', 'source'] },
  });
});

test('a column’s texts are listed, most frequent first, unless they are many or long', () => {
  const watch = makeTextWatch(3);
  for (let n = 0; n < 70; n++) watch.look([n % 3 ? ' Frío ' : 'Tibio', `a${n}`]);
  expect(watch.found()).toEqual([['Frío', 'Tibio'], null, []]);
});
