const HOUR_MS = 3_600_000;
export const MINUTE_HOURS = 1 / 60;

const FIRST_NAMES = [
  'Lucía',
  'Martín',
  'Camila',
  'Joaquín',
  'Valentina',
  'Tomás',
  'Renata',
  'Andrés',
  'Paula',
  'Iker',
  'Abril',
  'Nicolás',
];
const LAST_NAMES = [
  'Ferreyra',
  'Quispe',
  'Benítez',
  'Salvatierra',
  'Ocampo',
  'Villalba',
  'Echeverría',
  'Montaño',
  'Ríos',
  'Zamora',
  'Iturbe',
];

/** The item at `index` in a list that repeats without end. Throws for an empty list. */
export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** A made-up person's name; the same number always gives the same name. */
export function nameFor(index: number): string {
  return `${pick(FIRST_NAMES, index)} ${pick(LAST_NAMES, index * 5 + 3)}`;
}

/** A made-up address under a domain that receives no mail. */
export function emailFor(name: string, index: number): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.');
  return `${plain}${index}@correo.example.com`;
}

/** A past moment in the database's time format. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}
