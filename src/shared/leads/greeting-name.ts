/** Titles before a name, without dots. */
const TITLES = new Set(
  `dr dra doctor doctora lic licenciado licenciada ing ingeniero ingeniera arq arquitecto arquitecta cr cra cdor cdora
   contador contadora ab abog abogado abogada esc escribano escribana prof profesor profesora mtro mtra mg mag msc phd
   sr sra srta srita sres señor señora señorita senor senora senorita don doña dona d mr mrs ms miss mister tec martillero
   martillera corredor corredora`.split(/\s+/),
);

/** Words that mark a business name. */
const BUSINESS =
  /(?<!\p{L})(inmobiliari[ao]s?|inmo|propiedad(es)?|bienes|ra[ií]ces|real estate|realty|realtors?|re\/?max|century|keller|coldwell|brokers?|bróker|desarrollos?|desarrolladora|constructora|construcciones|inversiones|inversora|grupo|group|estudio|negocios|servicios|asesores|asociad[oa]s|consultor[aí]a?|consultores|alquileres|administraci[oó]n(es)?|administradora|agencia|oficina|corredores|tasaciones|emprendimientos|fideicomiso|lotes|terrenos|hogares|homes?|properties|property|rentals|hnos|hermanos|hijos|c[ií]a|ltda|s\.?\s?a\.?\s?s?|s\.?\s?r\.?\s?l|s\.?\s?l|s\.?\s?a\.?\s?c|eirl|inc|llc)(?!\p{L})/iu;

/** In 'Juan de Inmobiliaria Sol', what follows the person. Compiled once: that is half of the work. */
const OF_BUSINESS = new RegExp(`\\s(?:de|desde|por)\\s+(?:la\\s+)?(?=${BUSINESS.source})`, 'iu');

/** Written instead of a name. */
const NO_NAMES = new Set(
  `sin no na nn ninguno ninguna nadie anonimo anónimo anonima anónima desconocido desconocida test prueba demo cliente
   clienta consulta interesado interesada usuario usuaria user admin hola buenas buenos buen info contacto lead whatsapp
   nombre apellido ventas venta dueño dueña propietario propietaria vendedor vendedora comprador compradora familia flia
   equipo casa casas el la los las de del van von der di da do dos un una mi yo asd asdf qwerty xx xxx aa null undefined`.split(
    /\s+/,
  ),
);

/** Common surnames without a typical ending (`isSurname`). Where one comes first, the first name does not. */
const SURNAMES = new Set(
  `garcia romero diaz torres silva rojas castro vargas medina herrera acosta molina suarez aguirre cabrera rios morales
   flores moreno mendoza ramos rivera reyes ortega vega soto contreras cardozo ayala franco duarte pereira ferreira
   quispe mamani`.split(/\s+/),
);

/**
 * The first name for greeting the person; null if the text is not a person's name or the first name is unclear. No name
 * is better than a wrong one.
 */
export function greetingName(nombre: string): string | null {
  for (const part of partsOf(nombre)) {
    const name = BUSINESS.test(part) ? null : firstName(part);
    if (name) return name;
  }
  return null;
}

/** Parts of the text that may be a person's name, likeliest first: 'Pérez, Juan', 'Ana | Casa Sur'. */
function partsOf(nombre: string): string[] {
  const plain = nombre
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\([^()]*\)|\[[^[\]]*\]|["“”«»]/g, ' ');
  const [own = ''] = plain.split(OF_BUSINESS);
  const parts = own.split(/\s[-–—/]+\s|[|;]/);
  return parts.flatMap((part) => {
    const [before = '', after] = part.split(',');
    const isSurnameFirst = after !== undefined && wordsOf(before).length === 1 && !BUSINESS.test(after);
    return isSurnameFirst ? [after, before] : [before];
  });
}

/** 'Dr.Juan' is two words. */
function wordsOf(text: string): string[] {
  return text
    .replace(/\.(?=\p{L})/gu, '. ')
    .split(/\s+/)
    .filter(Boolean);
}

function firstName(text: string): string | null {
  const words = wordsOf(text);
  let at = 0;
  while (isTitle(words[at])) at++;
  const [word, next] = words.slice(at);
  if (!word) return null;
  // 'Dr. Pérez' has no first name; in 'Pérez Juan' it comes second.
  if (isSurname(word)) return next && !isSurname(next) && at === 0 ? toGivenName(next) : null;
  return toGivenName(word);
}

const isTitle = (word: string | undefined) => word !== undefined && TITLES.has(fold(word));

const fold = (word = '') => word.toLowerCase().replace(/(?<![.,ªº°])[.,ªº°]+$/u, '');

/** Common surnames and typical endings (Pérez, Gómez, Muñiz), except first names with these endings. */
function isSurname(word: string): boolean {
  const plain = fold(word).normalize('NFD').replace(/\p{M}/gu, '');
  return SURNAMES.has(plain) || (/.{2}[eiu]z$/.test(plain) && !['beatriz', 'inez'].includes(plain));
}

/** The capitalised word; null if it cannot be said as a name. */
function toGivenName(word: string): string | null {
  const name = word.replace(/^['’]+|(?<![,;:!?'’])[,;:!?'’]+$/gu, '');
  if (/^ma\.?$/i.test(name) || /^mª$/i.test(name)) return 'María';
  if (!/^\p{L}[\p{L}\p{M}'’-]*\p{L}$/u.test(name)) return null;
  if (NO_NAMES.has(fold(name)) || /(.)\1\1/iu.test(name)) return null;
  const isLatin = /^[\p{Script=Latin}\p{M}'’-]+$/u.test(name);
  if (isLatin && !/[aeiouyáéíóúäëïöüàèìòùâêîôûãõåø]/iu.test(name)) return null;
  const isShouted = name === name.toUpperCase() || name === name.toLowerCase() || /^\p{Ll}/u.test(name);
  return isShouted ? name.toLowerCase().replace(/(^|[-'’])(\p{L})/gu, capital) : name;
}

const capital = (_match: string, before: string, letter: string) => before + letter.toUpperCase();
