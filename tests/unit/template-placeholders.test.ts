import { describe, expect, test } from 'vitest';
import { type Addressee, composeMessage, messageLink, voiceOf } from '~/shared/templates/compose';
import { findTemplateFault } from '~/shared/templates/fault';
import { fillPlaceholders } from '~/shared/templates/placeholders';
import { SHIPPED_TEMPLATES } from '~/shared/templates/shipped';

const NOTHING = { nombre: null, remitente: 'Bruno', proveedor: 'Casa', plan: null, precio: null };
const ALL = { ...NOTHING, nombre: 'Ana', plan: 'Chat con IA', precio: 'USD 50 por mes' };
const NOBODY: Addressee = { greeting: null, pais: null, phone_key: null, plan: null, billing: null };

test.each([
  ['Hola {nombre}, soy del equipo.', 'Hola Ana, soy del equipo.', 'Hola, soy del equipo.'],
  ['¡Hola, {nombre}!', '¡Hola, Ana!', '¡Hola!'],
  ['Hola {nombre}! ¿Cómo estás, {nombre}?', 'Hola Ana! ¿Cómo estás, Ana?', 'Hola! ¿Cómo estás?'],
  ['{nombre}, te escribo por tu consulta.', 'Ana, te escribo por tu consulta.', 'Te escribo por tu consulta.'],
  ['Buen día. {nombre}, ¿va?', 'Buen día. Ana, ¿va?', 'Buen día. ¿Va?'],
  ['Hola {nombre},\n\nte escribo.', 'Hola Ana,\n\nte escribo.', 'Hola,\n\nte escribo.'],
  ['Va[ {plan}: {precio}].', 'Va Chat con IA: USD 50 por mes.', 'Va.'],
  [
    '¿Qué tal?[ {plan} sale {precio}.] Decime.',
    '¿Qué tal? Chat con IA sale USD 50 por mes. Decime.',
    '¿Qué tal? Decime.',
  ],
  ['Soy {remitente}, de {proveedor}.', 'Soy Bruno, de Casa.', 'Soy Bruno, de Casa.'],
])('%j reads well with all that it says and without', (text, full, bare) => {
  expect(findTemplateFault(text)).toBeNull();
  expect(fillPlaceholders(text, ALL)).toBe(full);
  expect(fillPlaceholders(text, NOTHING)).toBe(bare);
});

test('what a person is called is never read as a marker', () => {
  const odd = { ...ALL, nombre: '{plan} $& [x]' };
  expect(fillPlaceholders('Hola {nombre}, ¿va?', odd)).toBe('Hola {plan} $& [x], ¿va?');
});

test.each([
  ['Hola {apellido}.', '{apellido} no existe; usá {nombre}, {remitente}, {proveedor}, {plan}, {precio}'],
  ['Hola {Nombre}.', '{Nombre} no existe'],
  ['Hola {}.', '{} no existe'],
  ['Hola {nombre.', 'hay una llave sin cerrar'],
  ['Hola [ {plan}.', 'los corchetes van de a dos'],
  ['Hola [a [ {plan}]].', 'los corchetes van de a dos'],
  ['Hola [amiga].', '[amiga] no tiene nada que pueda faltar'],
  ['Te paso {plan}.', '{plan} puede faltar'],
  ['Sale {precio}.', '{precio} puede faltar'],
  ['El equipo de {nombre}.', '{nombre} puede faltar'],
  ['Vi que {nombre} quiere un plan.', '{nombre} puede faltar'],
  ['Hola ¡{nombre}!', '{nombre} puede faltar'],
  ['{nombre}', 'tiene que decir algo'],
  ['[{plan}]', 'tiene que decir algo'],
])('%j cannot be a message, and it is said why', (text, fault) => {
  expect(findTemplateFault(text)).toContain(fault);
});

test.each([
  ['Argentina', null, 'voseo'],
  ['Bolivia', '5255', 'voseo'],
  ['España', '5491155554444', 'tuteo'],
  ['Otro', '595981123456', 'voseo'],
  [null, '59899123456', 'voseo'],
  [null, '5215512345678', 'tuteo'],
  [null, null, 'tuteo'],
] as const)('who is in %s with the number %s is spoken to with %s', (pais, phone_key, voice) => {
  expect(voiceOf({ ...NOBODY, pais, phone_key })).toBe(voice);
});

test('the price is the plan’s, as it would be paid', () => {
  const text = { subject: null, voseo: 'x', tuteo: 'Va[ {plan}: {precio}].' };
  const body = (lead: Partial<Addressee>) => composeMessage(text, { ...NOBODY, ...lead }, 'Bruno').body;
  expect(body({ plan: 'chat-ia', billing: 'mensual' })).toBe('Va Chat con IA: USD 65 por mes con pago mensual.');
  expect(body({ plan: 'chat-ia' })).toBe('Va Chat con IA: USD 50 por mes con pago anual.');
  expect(body({ plan: 'ya-no-se-vende', billing: 'anual' })).toBe('Va.');
});

test('the links hold the whole message', () => {
  const lead = { ...NOBODY, greeting: 'Ana', email: 'ana@x.co', phone_key: '541155554444' };
  const text = { subject: 'Hola {nombre}!', voseo: 'Hola {nombre}, ¿va?\nSí', tuteo: 'x' };
  expect(messageLink(lead, 'whatsapp', text, 'B')).toBe(
    `https://wa.me/5491155554444?text=${encodeURIComponent('Hola Ana, ¿va?\nSí')}`,
  );
  expect(messageLink(lead, 'email', text, 'B')).toBe(
    `mailto:ana%40x.co?subject=Hola%20Ana!&body=${encodeURIComponent('Hola Ana, ¿va?\r\nSí')}`,
  );
  expect(messageLink({ ...lead, phone_key: null }, 'whatsapp', text, 'B')).toBeNull();
});

describe('the messages that ship', () => {
  test.each(SHIPPED_TEMPLATES.map((message) => [message.id, message] as const))('%s reads well', (_id, message) => {
    for (const plan of [null, 'chat-ia'])
      for (const greeting of [null, 'Ana'])
        for (const pais of ['Argentina', 'México'] as const) {
          const { subject, body } = composeMessage(message, { ...NOBODY, plan, greeting, pais }, 'Bruno');
          expect(`${subject}\n${body}`).not.toMatch(/[{}[\]]| [.,;:!?]| {2}|,,|\.\.|^[,.]/m);
          const lead = { ...NOBODY, plan, greeting, pais, email: 'ana@x.co', phone_key: '541155554444' };
          const link = messageLink(lead, message.channel, message, 'Bruno');
          expect(decodeURIComponent(link ?? '')).toMatch(/^(https:\/\/wa\.me|mailto:)[^{}[\]]+$/);
        }
  });
});
