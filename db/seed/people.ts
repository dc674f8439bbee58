import type { ClientType } from '~/shared/leads/enums';
import { PLANS } from '~/shared/leads/plans';
import type { DialledCountry } from '~/shared/phones/numbering-plans';
import type { Dice } from './chance';

/** A made-up person, and what the team will learn about them. */
export type Person = {
  nombre: string;
  email: string;
  whatsapp: string | null;
  pais: DialledCountry;
  client_type: ClientType;
  empresa: string | null;
  plan: string;
  /** Values for the placeholders in their texts. */
  words: Record<string, string>;
};

const split = (text: string) => text.split(',').map((name) => name.trim());

/** Per cent of all people, hours behind the office, a mobile number's start and its further digits, cities. */
export const COUNTRIES: Record<
  DialledCountry,
  { part: number; behind: number; mobile: [string, number]; cities: string }
> = {
  Argentina: { part: 37, behind: 0, mobile: ['+54911', 8], cities: 'Rosario, Córdoba, Mar del Plata, Pilar, Tandil' },
  México: { part: 16, behind: 3, mobile: ['+5255', 8], cities: 'Querétaro, Monterrey, Guadalajara, Cancún, Mérida' },
  España: { part: 11, behind: -5, mobile: ['+346', 8], cities: 'Valencia, Málaga, Zaragoza, Alicante, Bilbao' },
  Chile: { part: 10, behind: 0, mobile: ['+569', 8], cities: 'Viña del Mar, Concepción, La Serena, Temuco' },
  Colombia: { part: 8, behind: 2, mobile: ['+57300', 7], cities: 'Medellín, Bogotá, Cali, Envigado, Pereira' },
  Uruguay: { part: 7, behind: 0, mobile: ['+5989', 7], cities: 'Montevideo, Punta del Este, Colonia, Maldonado' },
  Perú: { part: 5, behind: 2, mobile: ['+519', 8], cities: 'Lima, Arequipa, Trujillo, Miraflores' },
  Paraguay: { part: 4, behind: 0, mobile: ['+595981', 6], cities: 'Asunción, Encarnación, Ciudad del Este' },
  Bolivia: { part: 2, behind: 1, mobile: ['+5917', 7], cities: 'Santa Cruz, La Paz, Cochabamba' },
};

/** Per cent of all people; per cent that wants each plan, in selling order; names: `{n}` a surname, `{l}` a place. */
const KINDS: Record<ClientType, { part: number; plans: number[]; names: string[] }> = {
  inmobiliaria: {
    part: 58,
    plans: [5, 22, 43, 30],
    names: split(`{n} Propiedades, Inmobiliaria {n}, {l} Propiedades, {n} & Asociados, Grupo {l}, Inmobiliaria {l},
      {n} Hnos. Inmobiliaria, {l} Brokers, {n} Negocios Inmobiliarios, {l} Bienes Raíces, Alquileres {l}`),
  },
  constructora: {
    part: 12,
    plans: [0, 10, 35, 55],
    names: split('Constructora {n}, {l} Desarrollos, {n} Construcciones, Edificios {l}, Fideicomiso {l}'),
  },
  profesional: {
    part: 20,
    plans: [45, 30, 20, 5],
    names: split('Estudio {n}, {n} Tasaciones, {n} Administraciones'),
  },
  otros: { part: 10, plans: [40, 30, 20, 10], names: [] },
};

const FIRST_NAMES = split(`
Lucía, Martín, Camila, Joaquín, Valentina, Tomás, Renata, Andrés, Paula, Nicolás, Abril, Federico, Florencia, Gonzalo,
Agustina, Rodrigo, Carolina, Matías, Soledad, Esteban, Micaela, Leandro, Natalia, Gustavo, Romina, Sebastián, Daniela,
Facundo, Mariana, Hernán, Gabriela, Julián, Verónica, Pablo, Cecilia, Alejandro, Silvina, Ramiro, Patricia, Ignacio,
Constanza, Mauricio, Fernanda, Emilio, Lorena, Damián, Marcela, Diego, Victoria, Ezequiel, Claudia, Santiago, Rosario`);

const LAST_NAMES = split(`
Ferreyra, Benítez, Ocampo, Villalba, Salvatierra, Zamora, Bianchi, Romano, Colombo, Ledesma, Cabral, Giménez, Peralta,
Roldán, Olivera, Maidana, Bustamante, Arrieta, Luna, Cardozo, Figueroa, Vallejos, Quintana, Rossi, Moretti, Lorenzo,
Miranda, Araya, Riquelme, Sepúlveda, Fuentes, Saavedra, Tapia, Montaño, Rojas, Paredes, Cáceres, Restrepo, Londoño,
Mejía, Uribe, Cárdenas, Villegas, Ospina, Salazar, Rincón, Flores, Vargas, Guzmán, Chávez, Alarcón, Palacios, Prado,
Hernández, Cervantes, Villanueva, Garza, Zavala, Lozano, Ibarra, Solís, Navarrete, Camacho, Tovar, Rosales, Beltrán,
Orozco, Rangel, Leal, Galván, Serrano, Vidal, Ferrer, Navarro, Ibáñez, Pascual, Soler, Carrasco, Gallardo, Montero`);

const PLACES = split(`
Valle Verde, La Ribera, Parque Norte, San Telmo, La Cumbre, Puerto Viejo, Las Lomas, Sol de Mayo, La Barranca, El Faro,
Los Robles, El Mirador, Las Acacias, El Ombú, La Candelaria, Lago Azul, Punta Clara, Los Cedros, Tres Esquinas,
La Estación, Monteverde, Bahía Grande, Las Heras, Nueva Plaza, Los Andes, La Herradura, San Isidro, El Prado`);

const DECIDERS = ['su socia', 'su socio', 'el dueño', 'la dueña', 'la gerencia', 'el contador', 'su hija'];
/** Rare surnames make few agency names; after this many tries, two share one, as in life. */
const MAX_TRIES = 50;

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

export function makePeople(): (dice: Dice, from?: DialledCountry) => Person {
  const taken = new Set<string>();
  const unused = (make: () => string): string => {
    let made = make();
    for (let tries = 0; tries < MAX_TRIES && taken.has(made); tries++) made = make();
    taken.add(made);
    return made;
  };
  return (dice, from) => {
    const pais = from ?? dice.weigh(keysOf(COUNTRIES), (name) => COUNTRIES[name].part);
    const client_type = dice.weigh(keysOf(KINDS), (kind) => KINDS[kind].part);
    const { mobile, cities } = COUNTRIES[pais];
    const { plans, names } = KINDS[client_type];
    const nombre = unused(() => `${dice.pick(FIRST_NAMES)} ${dice.pick(LAST_NAMES)}`);
    const [first = '', surname = ''] = nombre.split(' ');
    const nameBusiness = () => fill(dice.pick(names), { n: surname, l: dice.pick(PLACES) });
    const isAlone = names.length === 0 || dice.chance(client_type === 'profesional' ? 0.7 : 0.1);
    return {
      nombre,
      email: addressOf(nombre),
      whatsapp: dice.chance(0.05) ? null : numberAfter(mobile, dice),
      pais,
      client_type,
      empresa: isAlone ? null : unused(nameBusiness),
      plan: dice.weigh(PLANS, (plan) => plans[PLANS.indexOf(plan)] ?? 0).id,
      words: {
        nombre: first,
        ciudad: dice.pick(split(cities)),
        socio: dice.pick(DECIDERS),
        vendedores: String(dice.whole(2, 14)),
        alquileres: String(dice.whole(3, 28) * 5),
      },
    };
  };
}

/** An address under a domain that receives no mail. */
export function addressOf(nombre: string): string {
  const plain = nombre.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `${plain.replaceAll(' ', '.')}@correo.example.com`;
}

/** No country's mobile numbers continue with 0 or 1 here. */
function numberAfter([start, digits]: [string, number], dice: Dice): string {
  return `${start}${dice.whole(4, 6)}${String(dice.whole(0, 10 ** (digits - 1) - 1)).padStart(digits - 1, '0')}`;
}

/** A text with its placeholders' words, which may stand at its beginning. */
export function fill(text: string, words: Record<string, string>): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
  return filled.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
