import { describe, expect, test } from 'vitest';
import { fileHeaders } from '~/server/whatsapp/media';
import { classifyRefusal, type Refusal, retryDelay } from '~/server/whatsapp/send';
import { readTemplate } from '~/server/whatsapp/templates';
import { sendMessageSchema } from '~/shared/whatsapp/message';
import { fillWhatsappTemplate, listPlaceholders } from '~/shared/whatsapp/template';

const judge = (refusal: Partial<Refusal>, attempts = 0) =>
  classifyRefusal({ status: 400, code: null, isOfToken: false, ...refusal }, attempts);

describe('a refusal', () => {
  test.each([100, 131008, 131009, 131026, 131047, 131051, 132000, 132001, 131048, 368])(
    'of code %i is for good',
    (code) => expect(judge({ code })).toEqual({ means: 'final', code }),
  );

  test('of the token stops everything until somebody mends it', () => {
    expect(judge({ code: 190, status: 401, isOfToken: true })).toEqual({ means: 'token' });
    expect(judge({ code: 131005, status: 403 })).toEqual({ means: 'token' });
  });

  test('for too many messages makes all wait, and one person’s own limit only that person’s', () => {
    expect(judge({ code: 130429 })).toEqual({ means: 'wait', ms: 5000, all: true });
    expect(judge({ code: 130429 }, 2)).toEqual({ means: 'wait', ms: 60_000, all: true });
    expect(judge({ code: 80007 })).toEqual({ means: 'wait', ms: 60_000, all: true });
    expect(judge({ status: 429, retryAfterMs: 9000 })).toEqual({ means: 'wait', ms: 9000, all: true });
    expect(judge({ code: 4, retryAfterMs: 9e15 })).toEqual({ means: 'wait', ms: 3_600_000, all: true });
    expect(judge({ code: 131056 })).toEqual({ means: 'wait', ms: 5000, all: false });
  });

  test('of an API that is down is repeated; what something in between answered may have been taken', () => {
    expect(judge({ code: 131000, status: 500 })).toEqual({ means: 'wait', ms: 5000, all: true });
    expect(judge({ code: 2, status: 503 })).toEqual({ means: 'wait', ms: 5000, all: true });
    expect(judge({ status: 502 })).toEqual({ means: 'lost' });
    expect(judge({ status: 200 })).toEqual({ means: 'lost' });
    expect(judge({ status: 404 })).toEqual({ means: 'wait', ms: 5000, all: true });
  });

  test('waits no longer than five minutes by itself', () => {
    expect([0, 1, 2, 3, 50].map(retryDelay)).toEqual([5000, 15_000, 60_000, 300_000, 300_000]);
  });
});

const listed = (change: object = {}) => ({
  id: '1',
  ...{ name: 'retomar', language: 'es_AR', status: 'APPROVED', category: 'UTILITY' },
  components: [{ type: 'BODY', text: 'Hola {{1}}, ¿seguimos con {{2}}? {{1}}' }],
  ...change,
});
const withPart = (part: object) => listed({ components: [...listed().components, part] });

describe('a template', () => {
  test('is described by its texts and how many places its body has', () => {
    const components = [
      { type: 'HEADER', format: 'TEXT', text: 'Tu consulta' },
      ...listed().components,
      { type: 'FOOTER', text: 'Respondé cuando quieras' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Sí' },
          { type: 'URL', text: 'Ver', url: 'https://x.example.com/' },
        ],
      },
    ];
    expect(readTemplate(listed({ components }))).toEqual({
      ...{ name: 'retomar', language: 'es_AR', category: 'UTILITY' },
      ...{ header: 'Tu consulta', footer: 'Respondé cuando quieras', fields: 2 },
      body: 'Hola {{1}}, ¿seguimos con {{2}}? {{1}}',
    });
  });

  test.each([
    ['is not approved', listed({ status: 'PAUSED' })],
    ['has no body', listed({ components: [{ type: 'FOOTER', text: 'Chau' }] })],
    ['begins with a file', withPart({ type: 'HEADER', format: 'IMAGE' })],
    ['has something to fill in its header', withPart({ type: 'HEADER', format: 'TEXT', text: 'Hola {{1}}' })],
    [
      'has something to fill in a button',
      withPart({ type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://x.example.com/{{1}}' }] }),
    ],
    ['has another button', withPart({ type: 'BUTTONS', buttons: [{ type: 'FLOW' }] })],
    ['has a part that is not known', withPart({ type: 'CAROUSEL' })],
    ['is none', 'una'],
  ])('is left out if it %s', (_, template) => expect(readTemplate(template)).toBeNull());

  test('is filled by number, or in the order of its names', () => {
    const parts = { header: null, footer: 'Chau', body: '{{2}} y {{1}}, {{2}}' };
    expect(fillWhatsappTemplate(parts, ['uno', 'dos'])).toBe('dos y uno, dos\n\nChau');
    expect(listPlaceholders('Hola {{ nombre }}, {{plan}}, {{nombre}}')).toEqual(['nombre', 'plan']);
    expect(fillWhatsappTemplate({ ...parts, body: 'Hola {{ nombre }}: {{plan}}' }, ['Ana', '{{1}}'])).toBe(
      'Hola Ana: {{1}}\n\nChau',
    );
    expect(fillWhatsappTemplate({ ...parts, footer: null }, ['uno'])).toBe('{{2}} y uno, {{2}}');
  });
});

describe('what is sent', () => {
  const read = (input: unknown) => sendMessageSchema.safeParse(input).data;

  test('is a text, tidied as notes are', () => {
    expect(read({ body: '  Hola\r\nMarta \n' })).toEqual({ body: 'Hola\nMarta' });
    expect(read({ body: 'x'.repeat(4096) })).toBeDefined();
    expect(read({ body: 'x'.repeat(4097) })).toBeUndefined();
    expect(read({ body: ' \u200b ' })).toBeUndefined();
  });

  test('or a template, whose fields are single lines as WhatsApp wants them', () => {
    expect(read({ template: 'una', fields: [' Ana \n Paz', 'a     b'] })?.fields).toEqual(['Ana Paz', 'a b']);
    expect(read({ template: 'una', fields: [' '] })).toBeUndefined();
  });

  test('never both, and never neither', () => {
    for (const input of [{}, { body: 'a', template: 'b' }, { body: 'a', fields: [] }, { fields: ['a'] }])
      expect(read(input)).toBeUndefined();
  });
});

describe('a file’s headers', () => {
  test('let a browser show what is harmless, and only download the rest', () => {
    const shown = fileHeaders('Audio/OGG; codecs=opus', null, '12');
    expect(shown).toMatchObject({
      ...{ 'content-type': 'audio/ogg', 'content-disposition': 'inline', 'content-length': '12' },
      'content-security-policy': expect.stringMatching(/^sandbox;/),
    });
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', '', null])
      expect(fileHeaders(type, 'a.html', null)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment;/),
        'x-content-type-options': 'nosniff',
      });
  });

  test('write any name so that none can end the header', () => {
    const name = 'Tasación "2" (final)\r\nX: y\u{1f3e0}.pdf';
    const { 'content-disposition': told = '' } = fileHeaders('application/pdf', name, null);
    expect(told).toBe(
      'inline; filename="Tasaci_n _2_ (final)__X: y__.pdf"; ' +
        "filename*=UTF-8''Tasaci%C3%B3n%20%222%22%20%28final%29%0D%0AX%3A%20y%F0%9F%8F%A0.pdf",
    );
    expect(new Headers({ 'content-disposition': told }).get('content-disposition')).toBe(told);
  });
});
