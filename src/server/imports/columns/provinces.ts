import { fold } from '~/shared/imports/fold';

/** The first level below the country, where our users' files come from; short names as people write them. */
const PROVINCES = `
  Buenos Aires|CABA|Capital Federal|Ciudad Autónoma de Buenos Aires|GBA|Catamarca|Chaco|Chubut|Córdoba|Corrientes|Entre Ríos|
  Formosa|Jujuy|La Pampa|La Rioja|Mendoza|Misiones|Neuquén|Río Negro|Salta|San Juan|San Luis|Santa Cruz|Santa Fe|
  Santiago del Estero|Tierra del Fuego|Tucumán|

  Aguascalientes|Baja California|Baja California Sur|Campeche|Chiapas|Chihuahua|CDMX|Ciudad de México|Distrito Federal|DF|
  Coahuila|Coahuila de Zaragoza|Colima|Durango|Guanajuato|Guerrero|Hidalgo|Jalisco|México|Estado de México|Edo México|
  Edo de México|Edomex|Michoacán|Michoacán de Ocampo|Morelos|Nayarit|Nuevo León|Oaxaca|Puebla|Querétaro|Quintana Roo|
  San Luis Potosí|Sinaloa|Sonora|Tabasco|Tamaulipas|Tlaxcala|Veracruz|Yucatán|Zacatecas|

  Álava|Araba|Albacete|Alicante|Almería|Asturias|Ávila|Badajoz|Barcelona|Bizkaia|Vizcaya|Burgos|Cáceres|Cádiz|Cantabria|
  Castellón|Ceuta|Ciudad Real|Cuenca|Gerona|Girona|Gipuzkoa|Guipúzcoa|Granada|Guadalajara|Huelva|Huesca|Islas Baleares|
  Baleares|Jaén|A Coruña|La Coruña|Las Palmas|León|Lérida|Lleida|Lugo|Madrid|Málaga|Melilla|Murcia|Navarra|Orense|Ourense|
  Palencia|Pontevedra|Salamanca|Santa Cruz de Tenerife|Tenerife|Segovia|Sevilla|Soria|Tarragona|Teruel|Toledo|Valencia|
  Valladolid|Zamora|Zaragoza|Andalucía|Aragón|Canarias|Castilla y León|Castilla La Mancha|Cataluña|Catalunya|
  Comunidad de Madrid|Comunidad Valenciana|Extremadura|Galicia|País Vasco|Euskadi|

  Arica y Parinacota|Tarapacá|Antofagasta|Atacama|Coquimbo|Valparaíso|Metropolitana|Región Metropolitana|RM|O'Higgins|Maule|
  Ñuble|Biobío|Bío Bío|La Araucanía|Araucanía|Los Ríos|Los Lagos|Aysén|Magallanes|Santiago|

  Amazonas|Antioquia|Arauca|Atlántico|Bogotá|Bogotá D.C.|Bolívar|Boyacá|Caldas|Caquetá|Casanare|Cauca|Cesar|Chocó|
  Cundinamarca|Guainía|Guaviare|Huila|La Guajira|Magdalena|Meta|Nariño|Norte de Santander|Putumayo|Quindío|Risaralda|
  San Andrés y Providencia|Santander|Sucre|Tolima|Valle del Cauca|Vaupés|Vichada|

  Áncash|Apurímac|Arequipa|Ayacucho|Cajamarca|Callao|Cusco|Cuzco|Huancavelica|Huánuco|Ica|Junín|La Libertad|Lambayeque|Lima|
  Loreto|Madre de Dios|Moquegua|Pasco|Piura|Puno|San Martín|Tacna|Tumbes|Ucayali|

  Artigas|Canelones|Cerro Largo|Colonia|Durazno|Flores|Florida|Lavalleja|Maldonado|Montevideo|Paysandú|Rivera|Rocha|Salto|
  San José|Soriano|Tacuarembó|Treinta y Tres|

  Alto Paraguay|Alto Paraná|Amambay|Asunción|Boquerón|Caaguazú|Caazapá|Canindeyú|Central|Concepción|Cordillera|Guairá|Itapúa|
  Ñeembucú|Paraguarí|Presidente Hayes|San Pedro|Beni|Chuquisaca|Cochabamba|La Paz|Oruro|Pando|Potosí|Tarija|

  Acre|Alagoas|Amapá|Bahia|Ceará|Espírito Santo|Goiás|Maranhão|Mato Grosso|Mato Grosso do Sul|Minas Gerais|Pará|Paraíba|
  Paraná|Pernambuco|Piauí|Rio de Janeiro|Rio Grande do Norte|Rio Grande do Sul|Rondônia|Roraima|Santa Catarina|São Paulo|
  Sergipe|Tocantins|

  Azuay|Guayas|Imbabura|Loja|Manabí|Pichincha|Tungurahua|Anzoátegui|Aragua|Carabobo|Miranda|Zulia|Mérida|Táchira|
  Arizona|California|Colorado|Illinois|Nevada|New Jersey|New York|North Carolina|Texas|Georgia`;
const FOLDED = new Set(PROVINCES.split('|').map(fold));

/** Whether a cell names a province or state of a country: 'Jalisco', 'Provincia de Córdoba', 'Córdoba, Argentina'. */
export function isProvince(cell: string): boolean {
  const [first = ''] = cell.split(/[,(/]/);
  return FOLDED.has(
    fold(first).replace(/^(?:provincia|prov|estado|edo|departamento|dpto|region|comunidad)(?: de)? /, ''),
  );
}
