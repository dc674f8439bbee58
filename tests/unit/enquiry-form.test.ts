import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ContactForm } from '~/landing/contact/ContactForm';
import { isOwnEndpoint } from '~/landing/contact/own-endpoint';

const SIX = ['submission_id', 'nombre', 'email', 'pais', 'telefono', 'mensaje'];
const CRM = 'https://crm.ejemplo.com';
const N8N = 'https://n8n.ejemplo.com/webhook/contacto';

test('an external address gets the specification’s six fields, this product’s own door also what only it understands', () => {
  const homes = [new URL('https://www.ejemplo.com/'), CRM];
  const doors = ['/webhook/contacto', `${CRM}/webhook/contacto`, 'https://www.ejemplo.com/webhook/contacto'];
  expect(doors.map((door) => isOwnEndpoint(door, homes))).toEqual([true, true, true]);
  expect([isOwnEndpoint(N8N, homes), isOwnEndpoint(N8N, [undefined, ''])]).toEqual([false, false]);

  const namesIn = (own?: Record<string, string>) =>
    [...renderToStaticMarkup(createElement(ContactForm, { action: N8N, own })).matchAll(/ name="(\w+)"/g)].map(
      ([, name]) => name,
    );
  expect(namesIn()).toEqual(SIX);
  expect(namesIn({ tema: 'Chat con IA · anual' }).filter((name) => !SIX.includes(name ?? ''))).toEqual([
    'tema',
    'sitio_web',
  ]);
});
