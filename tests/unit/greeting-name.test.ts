import { describe, expect, test } from 'vitest';
import { greetingName } from '~/shared/leads/greeting-name';
import { greet, whatsappLink } from '~/shared/leads/whatsapp';

describe('a person is greeted by the name that one would say', () => {
  test.each([
    ['Marta Giménez', 'Marta'],
    ['JUAN PÉREZ', 'Juan'],
    ['juan', 'Juan'],
    ['jUAN', 'Juan'],
    ['ANA MARÍA-LUISA', 'Ana'],
    ['maría-josé díaz', 'María-José'],
    ["o'connor", "O'Connor"],
    ['McKenna Ruiz', 'McKenna'],
    ['Dr. Juan Pérez', 'Juan'],
    ['Dr.Juan Pérez', 'Juan'],
    ['DRA. LAURA SOSA', 'Laura'],
    ['Sra Marta', 'Marta'],
    ['sr. juan gómez', 'Juan'],
    ['Lic. Ana Gómez', 'Ana'],
    ['Ing. Arq. Pablo Ruiz', 'Pablo'],
    ['Don Julio', 'Julio'],
    ['Ma. José Suárez', 'María'],
    ['Pérez, Juan', 'Juan'],
    ['Pérez Juan', 'Juan'],
    ['Beatriz', 'Beatriz'],
    ['Juan Pérez (Inmobiliaria Sol)', 'Juan'],
    ['Juan Pérez - García Propiedades', 'Juan'],
    ['García Propiedades | Laura', 'Laura'],
    ['Juan de Inmobiliaria Sol', 'Juan'],
    ['Ana, Inmobiliaria Sol', 'Ana'],
    ['  Ñata   Luna ', 'Ñata'],
    ['Анна Иванова', 'Анна'],
    ['Sol', 'Sol'],
    ['Luz', 'Luz'],
    ['Real Madrid', 'Real'],
  ])('%j as %j', (nombre, name) => {
    expect(greetingName(nombre)).toBe(name);
  });

  test.each([
    'Inmobiliaria Sol',
    'INMOBILIARIA SOL',
    'García Propiedades',
    'Sol Bienes Raíces',
    'Casa Sur',
    'Grupo Norte S.A.',
    'Norte SRL',
    'RE/MAX Centro',
    'Pérez & Asociados',
    'sin nombre',
    'Sin Nombre',
    'N/A',
    'NN',
    'Sra',
    'Dr. Pérez',
    'Sr. García',
    'Pérez',
    'marta@ejemplo.com',
    '11 5555 4444',
    'juan23',
    '+54 9 11 5555 4444',
    'xxx',
    'asdf',
    'JP',
    'J. Pérez',
    'aaaaa',
    '👋',
    '.',
    '',
    'Consulta',
    'Cliente nuevo',
  ])('%j by no name', (nombre) => {
    expect(greetingName(nombre)).toBeNull();
  });
});

test.each([
  ['Hola {nombre}, soy del equipo.', 'Hola Ana, soy del equipo.', 'Hola, soy del equipo.'],
  ['¡Hola, {nombre}!', '¡Hola, Ana!', '¡Hola!'],
  ['Hola {nombre}! ¿Cómo estás, {nombre}?', 'Hola Ana! ¿Cómo estás, Ana?', 'Hola! ¿Cómo estás?'],
  [
    '{nombre}, te escribo por tu consulta.',
    'Ana, te escribo por tu consulta.',
    'Te escribo por tu consulta.',
  ],
])('the template %j reads well with a name and without', (template, named, unnamed) => {
  expect(greet('ANA SOSA', template)).toBe(named);
  expect(greet('Inmobiliaria Sol', template)).toBe(unnamed);
});

test('the link holds the whole greeting', () => {
  const link = whatsappLink({ nombre: 'Dra. ANA', phone_key: '541155554444' }, 'Hola {nombre}, ¿va?\n');
  expect(link).toBe(`https://wa.me/5491155554444?text=${encodeURIComponent('Hola Ana, ¿va?')}`);
});
