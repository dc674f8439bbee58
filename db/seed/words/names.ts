import type { DialledCountry } from '~/shared/phones/numbering';

const split = (text: string) => text.split(',').map((name) => name.trim());

export const FIRST_NAMES = split(`
Lucía, Martín, Camila, Joaquín, Valentina, Tomás, Renata, Andrés, Paula, Nicolás, Abril, Federico, Florencia, Gonzalo,
Agustina, Rodrigo, Carolina, Matías, Soledad, Esteban, Micaela, Leandro, Natalia, Gustavo, Romina, Sebastián, Daniela,
Facundo, Mariana, Hernán, Gabriela, Julián, Verónica, Pablo, Cecilia, Alejandro, Silvina, Ramiro, Patricia, Ignacio,
Constanza, Mauricio, Fernanda, Emilio, Lorena, Damián, Alicia, Fabián, Marcela, Diego, Victoria, Ezequiel, Claudia,
Santiago, Rosario, Mario, Belén, Cristian, Eugenia, Rafael, Julieta, Óscar, Teresa, Lisandro, Graciela, Javier`);

export const LAST_NAMES: Record<'south' | 'andes' | 'mexico' | 'spain', string[]> = {
  south: split(`
Ferreyra, Benítez, Ocampo, Villalba, Echeverría, Salvatierra, Zamora, Bianchi, Romano, Colombo, Ledesma, Cabral, Sosa,
Giménez, Peralta, Roldán, Olivera, Maidana, Bustamante, Arrieta, Pereyra, Luna, Cardozo, Figueroa, Vallejos, Quintana,
Rossi, Ferrari, Moretti, Basualdo, Etchegaray, Lorenzo, Miranda, Araya, Riquelme, Sepúlveda, Fuentes, Saavedra, Tapia`),
  andes: split(`
Quispe, Montaño, Rojas, Huamán, Paredes, Cáceres, Restrepo, Londoño, Arango, Mejía, Gaviria, Uribe, Cárdenas, Villegas,
Ospina, Salazar, Rincón, Bedoya, Flores, Choque, Mamani, Vargas, Guzmán, Chávez, Alarcón, Zevallos, Palacios, Prado`),
  mexico: split(`
Hernández, Cervantes, Villanueva, Treviño, Garza, Cantú, Zavala, Escobedo, Lozano, Ibarra, Barragán, Mondragón, Solís,
Navarrete, Avilés, Camacho, Arriaga, Tovar, Rosales, Elizondo, Beltrán, Orozco, Ontiveros, Rangel, Leal, Galván`),
  spain: split(`
Iturbe, Serrano, Vidal, Ferrer, Navarro, Ibáñez, Lozano, Pascual, Arrizabalaga, Castellano, Doménech, Soler, Carrasco,
Gallardo, Peña, Montero, Bravo, Esteve, Redondo, Cuevas, Salinas, Barrios, Llorente, Aguilar, Santamaría, Roca`),
};

export const REGIONS: Record<DialledCountry, keyof typeof LAST_NAMES> = {
  Argentina: 'south',
  Uruguay: 'south',
  Paraguay: 'south',
  Chile: 'south',
  Bolivia: 'andes',
  Perú: 'andes',
  Colombia: 'andes',
  México: 'mexico',
  España: 'spain',
};

/** Mobile prefixes, and how many digits follow. */
export const MOBILES: Record<DialledCountry, readonly [start: string, digits: number][]> = {
  Argentina: [
    ['+54911', 8],
    ['+54911', 8],
    ['+549351', 7],
    ['+549341', 7],
    ['+549261', 7],
    ['+549223', 7],
  ],
  México: [
    ['+5255', 8],
    ['+5233', 8],
    ['+5281', 8],
    ['+52998', 7],
  ],
  España: [['+346', 8]],
  Chile: [['+569', 8]],
  Colombia: [
    ['+57300', 7],
    ['+57311', 7],
    ['+57320', 7],
  ],
  Uruguay: [['+5989', 7]],
  Perú: [['+519', 8]],
  Paraguay: [
    ['+595981', 6],
    ['+595971', 6],
  ],
  Bolivia: [['+5917', 7]],
};

/** Names of agencies and builders; `{n}` is a surname, `{l}` a place. */
export const BUSINESS_NAMES = {
  inmobiliaria: split(`
{n} Propiedades, Inmobiliaria {n}, {l} Propiedades, {n} & Asociados, Grupo {l}, Inmobiliaria {l}, {n} Hnos. Inmobiliaria,
{l} Brokers, Estudio {n} Inmobiliario, {n} Negocios Inmobiliarios, {l} Bienes Raíces, Alquileres {l}`),
  constructora: split(`
Constructora {n}, {l} Desarrollos, Grupo {n} Desarrollos, {n} Construcciones, Edificios {l}, Fideicomiso {l}`),
  profesional: split('Estudio {n}, {n} Tasaciones, {n} Administraciones'),
} as const;

export const LOCALES = split(`
Valle Verde, La Ribera, Parque Norte, San Telmo, La Cumbre, Puerto Viejo, Las Lomas, Sol de Mayo, La Barranca,
Los Robles, El Mirador, Las Acacias, El Ombú, La Candelaria, Lago Azul, Punta Clara, Los Cedros, Tres Esquinas,
La Estación, Monteverde, Bahía Grande, El Faro, Las Heras, Nueva Plaza, Los Andes, La Herradura, San Isidro, El Prado`);
