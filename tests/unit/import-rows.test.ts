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
    from1904: false,
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
      'Caído|No interesado|Junk Lead|Sin interés|Not Qualified|Closed - Not Converted|Ventas Perdidos|Cancelado|Ex cliente|Perdeu',
    // Speaks of winning, losing or refusing, and is no name of it.
    '': [
      'Activo|No vendido|Todavía no compró|Interesado en alquiler|Pago pendiente|complete|Baja California|Baja|Vendedor',
      'Quiere vender|Casi cerrado|A punto de firmar|No está interesado|Sin reunión|No llamar|Unsubscribed|Closed Lost to Competition',
    ].join('|'),
  };

  test('a stage is guessed by its words', () => {
    for (const [status, texts] of Object.entries(STAGES))
      for (const text of texts.split('|'))
        expect.soft([text, guessValue('estado', text, []).value]).toEqual([text, status || null]);
    for (const text of 'Interesado|Mensaje entregado|Cliente potencial|Por cerrar|Ganancia'.split('|')) {
      const { value, isSure } = guessValue('estado', text, []);
      expect.soft([text, value === 'ganado' || value === 'perdido', isSure]).toEqual([text, false, false]);
    }
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
        ...[`Firma: ${long}`, 'Tel: llamar', 'Etapa: Verde', 'Motivo: raro', 'Próximo: pronto', 'Vendedor: Zoe'],
        ...['Alta: 31/02/2025', 'Obs: =1+1'],
      ].join('\n'),
    });
  });

  test('unless nobody can be reached', () => {
    expect(read([NAME, ['Email', 'email', 'no'], ['Tel', 'whatsapp', '5,49116E+12']])).toEqual({
      problems: [
        { field: 'email', reason: expect.any(String) },
        { field: 'whatsapp', reason: expect.stringContaining('Excel recortó') },
      ],
    });
    expect(read([NAME, ['Email', 'email', 'mal@'], ['Tel', 'whatsapp', '+5491155551234']])).toMatchObject({
      ...{ email: '', whatsapp: '+5491155551234', note: 'Email: mal@' },
    });
  });
});

test('what no field holds stands in the note, column by column', () => {
  const more: [string, ImportMapping[number], string][] = [
    ['País', 'pais', 'Brasil'],
    ['Rubro', 'client_type', 'Familia'],
    ['Pago', 'billing', 'Anual con descuento'],
    ['Motivo de pérdida', 'lost_reason', 'Le pareció caro, vuelve en marzo'],
    ['Fecha de cierre', 'won_at', '04/03/2026'],
    ['Etiquetas', 'nota', 'feria; zona norte'],
    ['Hijos', 'nota', '0'],
    ['Fax', 'nota', '-'],
    ['Apellido', 'nota', 'Rey'],
    ['Notas', 'nota', 'Quiere demo'],
    ['Clave', null, 'no se importa'],
  ];
  expect((read([NAME, EMAIL, ...more]) as { note: string }).note.split('\n')).toEqual([
    'Quiere demo',
    ...['País: Brasil', 'Rubro: Familia', 'Motivo de pérdida: Le pareció caro, vuelve en marzo'],
    ...['Fecha de cierre: 04/03/2026', 'Pago: Anual con descuento', 'Etiquetas: feria; zona norte', 'Hijos: 0'],
  ]);
});

test('who refused to be contacted is marked, whichever column says so', () => {
  const noteOf = (head: string, field: ImportMapping[number], cell: string) =>
    (read([NAME, EMAIL, [head, field, cell]]) as { note: string | null }).note?.split('\n')[0] ?? '';
  for (const [head, field, cell] of [
    ['Etiquetas', 'nota', 'feria, Baja'],
    ['Status', 'estado', 'Unsubscribed'],
    ['Estado', 'estado', 'No contactar'],
    ['Email Opt Out', 'nota', 'true'],
    ['HasOptedOutOfEmail', null, '1'],
    ['Exclusión de correo electrónico', 'nota', 'Sí'],
    ['UNSUB_TIME', 'nota', '2026-03-12 09:14:00'],
    ['Observaciones', 'nota', 'Dado de baja'],
  ] as const)
    expect
      .soft(noteOf(head, field, cell), `${head}: ${cell}`)
      .toBe(`No contactar. Lo dice la columna ${head}: ${cell}`);
  for (const [head, field, cell] of [
    ['Prioridad', 'nota', 'Baja'],
    ['Planta', 'nota', 'baja'],
    ['Email Opt Out', 'nota', 'false'],
    ['Notas', 'nota', 'No contactar antes de marzo, está de viaje'],
    ['Estado', 'estado', 'Sin contactar'],
  ] as const)
    expect.soft(noteOf(head, field, cell), `${head}: ${cell}`).not.toContain('No contactar. ');
});

test('whoever has no name is called by what the row has', () => {
  const named = (...fields: [string, ImportMapping[number], string][]) =>
    (read([['Nombre', 'nombre', '-'], EMAIL, ...fields]) as { nombre: string }).nombre;
  const company = ['Empresa', 'empresa', 'Sur'] as [string, 'empresa', string];
  expect(named(['Apellido', 'apellido', 'Rey'], company)).toBe('Rey');
  expect(named(['Display Name', 'nota', 'Iris R.'], company)).toBe('Iris R.');
  expect(named(company)).toBe('Sur');
  expect(named()).toBe(EMAIL[2]);
  expect(read([['Tel', 'whatsapp', '+54 9 11 5555-1234']])).toMatchObject({
    ...{ nombre: '+54 9 11 5555-1234', assumed: ['nombre', 'pais', 'estado', 'source'] },
  });
  for (const [first, last, name] of [
    ['Ana', 'Null', 'Ana Null'],
    ['Jin', 'Na', 'Jin Na'],
    ['ANA', 'NONE', 'ANA NONE'],
    ['Ana', 'NULL', 'Ana'],
    ['Ana', 'null', 'Ana'],
    ['Ana', 'n/a', 'Ana'],
  ] as const) {
    const found = read([['Nombre', 'nombre', first], ['Apellido', 'apellido', last], EMAIL]);
    expect.soft(found, `${first} ${last}`).toMatchObject({ nombre: name });
  }
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

describe('a number is what its row says it is', () => {
  type Fields = Parameters<typeof read>[0];
  const google = (...phones: [label: string, number: string][]): Fields =>
    phones.flatMap(([label, number], at) => [
      [`Phone ${at + 1} - Label`, null, label],
      [`Phone ${at + 1} - Value`, 'whatsapp', number],
    ]);
  const FIX = '+54 11 4321-0000';
  const CELL = '+54 9 11 5874-9895';

  test('by the label beside it: a fax is no WhatsApp, and the mobile wins', () => {
    expect(read([NAME, EMAIL, ...google(['Home Fax', FIX])])).toMatchObject({
      ...{ whatsapp: null, note: `Home Fax: ${FIX}` },
    });
    expect(read([NAME, ...google(['Work Fax', FIX], ['Home', '11 4444-0000'], ['Mobile', CELL])])).toMatchObject({
      ...{ whatsapp: CELL, note: `Work Fax: ${FIX}\nHome: 11 4444-0000` },
    });
    expect(read([NAME, ['Teléfono', 'whatsapp', `${FIX} ::: ${CELL}`]])).toMatchObject({
      ...{ whatsapp: CELL, note: `Otro teléfono: ${FIX}` },
    });
  });

  test('with its extension, which is not glued on', () => {
    expect(read([NAME, ['Tel', 'whatsapp', '+55 11 3555-0109 ramal 4']])).toMatchObject({
      ...{ whatsapp: '+55 11 3555-0109 ramal 4', phone_key: '551135550109' },
    });
    expect(read([NAME, ['Tel', 'whatsapp', '5491155550163,00']])).toMatchObject({
      ...{ whatsapp: '5491155550163', phone_key: '541155550163', note: null },
    });
  });

  test('in the country of its row, also one without a plan here', () => {
    const of = (pais: string, number: string) => {
      const found = read([NAME, ['Tel', 'whatsapp', number], ['País', 'pais', pais]]);
      return 'whatsapp' in found ? found.whatsapp : found;
    };
    for (const [pais, number, whatsapp] of [
      ['Brasil', '(11) 96123-4567', '+55 11 96123 4567'],
      ['Brasil', '(11) 3555-0109 ramal 4', '+55 11 3555 0109 ramal 4'],
      ['BR', '5511961234567', '+55 11 96123 4567'],
      ['São Paulo, Brasil', '11 96123-4567', '+55 11 96123 4567'],
      ['Ecuador', '099 123 4567', '+593 99 123 4567'],
      ['Venezuela', '0412-1234567', '+58 412 1234567'],
      ['República Dominicana', '809 555 0123', '+1 809 555 0123'],
      ['Puerto Rico', '787-555-0123', '+1 787 555 0123'],
      ['Costa Rica', '8312 3456', '+506 8312 3456'],
      ['Panama', '6123-4567', '+507 6123 4567'],
      ['Guatemala', '5123 4567', '+502 5123 4567'],
      ['EEUU', '(415) 555-2671', '+1 415 555 2671'],
      ['Brasil', '+54 9 11 5874-9895', '+54 9 11 5874-9895'],
      ['Marte', '11 5874 9895', '11 5874 9895'],
    ] as const)
      expect.soft([pais, of(pais, number)]).toEqual([pais, whatsapp]);
  });

  test('and an email ends where it ends', () => {
    expect(read([NAME, ['Email', 'email', '\u200eiris@x.example.com.']])).toMatchObject({
      ...{ email: 'iris@x.example.com', note: null },
    });
  });
});

test('dates that cannot be read are told, and stand in the note', () => {
  const reader = (cells: string[]) =>
    makeRowReader({
      ...{ columns: ['Nombre', 'Email', 'Alta', 'Próximo', 'Ganado el'], prefer: {} },
      mapping: ['nombre', 'email', 'created_at', 'next_contact_on', 'won_at'],
      meaning: () => null,
      ...{ pais: null, dates: 'day', from1904: true, zone: 'America/Argentina/Buenos_Aires', source: 'archivo' },
    })(['Iris', 'iris@x.example.com', ...cells]);
  expect(reader(['31/02/2025', 'pronto', 'nunca'])).toMatchObject({
    unread: [
      { field: 'created_at', text: '31/02/2025' },
      { field: 'next_contact_on', text: 'pronto' },
    ],
  });
  // Plain numbers of a workbook that counts from 1904.
  expect(reader(['44520', '44521', ''])).toMatchObject({
    ...{ content: { created_at: '2025-11-21T12:00:00.000Z', next_contact_on: '2025-11-22' }, unread: [] },
  });
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
