import type { ImportField } from '~/shared/imports/import';
import { LONGEST_TELLING } from './cells';

/** Lower case, without accents, and with single spaces for all other signs: 'E-mail 1 – Value' is 'e mail 1 value'. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What other tools put before a head that concerns the person. */
const PREFIX =
  /^(?:person|persona|contact|contacto|main contact|contacto principal|lead|cliente|deal|organization) (?=\S)/;

/**
 * Heads by which a column is recognised, folded: those of usual spreadsheets, in Spanish, English and Portuguese, and of
 * HubSpot's, Pipedrive's, Kommo's and Google Contacts' exports.
 */
const NAMES: Record<ImportField, RegExp> = {
  nombre:
    /^(?:nombres?|nombre completo|nombre y apellidos?|apellidos? y nombres?|name|full name|first name|given name|middle name|primer nombre|segundo nombre|nome|nome completo|contacto|contact|contact person|persona|person|cliente|main contact|contacto principal|razon social del contacto|nombre del (?:contacto|cliente|lead)|name of (?:contact|lead))$/,
  apellido: /^(?:apellidos?|last name|surname|family name|sobrenome|primer apellido|segundo apellido)$/,
  email:
    /^(?:e ?mails?|correos?|correo electronico(?: (?:de )?(?:trabajo|personal|casa|otro|principal|laboral))?|direccion de (?:correo|email)(?: electronico)?|mail|e ?mail address|(?:work|personal|home|other|private|priv) e ?mail|e ?mail (?:work|home|other|personal|principal|de trabajo|laboral|otro)|correo (?:de trabajo|laboral|personal|priv)|e ?mail \d+(?: value)?)$/,
  whatsapp:
    /^(?:whats ?app(?: phone)?(?: number)?|telefonos?|tel|telefono \d|celular|cel|movil|numero(?: de (?:telefono|celular|movil|whatsapp))?|telefono (?:movil|celular|(?:de )?(?:trabajo|casa)|laboral|fijo|particular|principal|otro)|otro (?:telefono|celular)|(?:celular|movil|whatsapp) \d|phones?|phone number|mobile(?: phone)?(?: number)?|cell(?: ?phone)?|(?:work|home|mobile|other|direct|business|primary) phone|work direct phone|phone (?:work|home|mobile|other)|phone \d+(?: value)?|fone|telefone)$/,
  pais: /^(?:pais|pais region|country|country region|nacion|pais de residencia)$/,
  empresa:
    /^(?:empresas?|inmobiliarias?|company|company name|associated company|organization|organization name|organizacion|organization 1 name|agencia|compania|nombre de (?:la )?(?:empresa|compania|inmobiliaria)|razon social|account name)$/,
  client_type: /^(?:tipo|tipo de cliente|client type|customer type|rubro|tipo de contacto)$/,
  mensaje:
    /^(?:mensaje(?: inicial)?|consulta|message|inquiry|enquiry|comentario del cliente|motivo de (?:la )?consulta)$/,
  estado:
    /^(?:estado|estado del lead|estado del contacto|lead status|status|etapa|stage|lead stage|estado del negocio)$/,
  owner:
    /^(?:responsable|propietario|propietario del (?:contacto|lead)|owner(?: name)?|contact owner|lead owner|asignado(?: a)?|assigned to|vendedor|asesor|responsible(?: user)?|usuario responsable|ejecutivo)$/,
  source:
    /^(?:origen|fuente|fuente original|source|lead source|original source|canal|procedencia|source of lead|original traffic source)$/,
  created_at:
    /^(?:fecha|alta|fecha de (?:alta|creacion|ingreso|registro|contacto|consulta)|creado|creado el|created|created at|created on|created date|create date|creation date|created time|date|date created|(?:person|lead|deal|contact) created|(?:persona|contacto) cread[ao]|fecha y hora)$/,
  nota: /^(?:notas?|notes?|nota \d|note \d|observacion(?:es)?|comentarios?|comments?|description|descripcion|detalles?|biography|anotaciones)$/,
};

/** Columns that say something about another one, or were added by this product's own file of rejected rows. */
const IGNORED = /(?:^| )(?:label|type)$|^(?:motivo|record id|id|labels|etiquetas|tags)$/;

/** What exports say of a column beside its name: the zone of its times, or whose it is. */
const ASIDE = /\((?:(?:gmt|utc)[^()]*|contact|contacto)\)/i;

/** Heads of numbers that look like phones and are none: of documents, of records and of money. */
const OTHER_NUMBERS =
  /(?:^| )(?:ids?|dni|cuit|cuil|nif|nie|cif|rut|ruc|rfc|curp|cedula|documento|codigo|code|valor|value|precio|price|presupuesto|budget|importe|monto|amount|venta|sale)(?: |$)/;

/** The field that a head names; undefined if it is not known, null if it is known to be none. */
export function fieldOfHead(head: string): ImportField | null | undefined {
  if (head.length > LONGEST_TELLING) return undefined;
  const folded = fold(head.replace(ASIDE, ''));
  if (folded === '') return undefined;
  const named = findName(folded) ?? (PREFIX.test(folded) ? findName(folded.replace(PREFIX, '')) : undefined);
  return named ?? (IGNORED.test(folded) || OTHER_NUMBERS.test(folded) ? null : undefined);
}

function findName(folded: string): ImportField | undefined {
  const found = Object.entries(NAMES).find(([, pattern]) => pattern.test(folded));
  return found?.[0] as ImportField | undefined;
}

/** How many cells of a row are heads that are known. */
export function countKnownHeads(cells: readonly string[]): number {
  return cells.filter((cell) => fieldOfHead(cell)).length;
}
