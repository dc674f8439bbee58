import { expect, it } from 'vitest';
import { describeTemplate, guessField } from '~/crm/lead/conversation/describe-template';
import { lead } from '../support/lead';

const template = (name: string, language = 'es_AR') => ({
  ...{ name, language, category: 'UTILITY', header: null, body: 'Hola {{1}}', footer: null, fields: 1 },
});

it('names a template as people read it, and its language only where the name is not enough', () => {
  const all = [template('retomar_consulta'), template('visita', 'es_AR'), template('visita', 'en_US')];
  expect(all.map((one) => describeTemplate(one, all))).toEqual([
    'Retomar consulta',
    'Visita · español (Argentina)',
    'Visita · inglés estadounidense',
  ]);
});

it('fills a place by its name, and the first number with the person’s name', () => {
  const marta = lead(1, {
    nombre: 'Marta Díaz',
    greeting: 'Marta',
    tema: 'Chat con IA',
    empresa: 'Costanera',
  });
  const guess = (places: string[]) => places.map((place, index) => guessField(place, index, marta));
  expect(guess(['1', '2'])).toEqual(['Marta', '']);
  expect(guess(['tema', 'nombre', 'empresa', 'fecha'])).toEqual(['Chat con IA', 'Marta', 'Costanera', '']);
  expect(guessField('1', 0, { ...marta, greeting: null })).toBe('Marta Díaz');
});
