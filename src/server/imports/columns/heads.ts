import { fold } from '~/shared/imports/fold';
import type { ImportField } from '~/shared/imports/import';
import { CREATED_FIELDS, fieldOf } from '~/shared/leads/fields';
import { importStrings } from '~/shared/strings/imports';
import { MAX_TELLING_LENGTH } from '../rows/cells';

/** Synonyms in Spanish, English and Portuguese, by the word that stands for them. */
const SYNONYMS: Record<string, string> = {
  nombre: 'name nome fn firstname fullname givenname llamas llama llamo',
  apellido: 'surname lastname sobrenome',
  email: 'mail correo emailaddress',
  telefono:
    'phone tel telf tlf tlfno tfno tfn fono fone telefone telefonico cel cell celular cellphone movil mov mobile handy whatsapp wsp wpp wapp wasap whatsap watsap wa ws wp sms landline phonenumber telemovel',
  numero: 'number nro num n nº n°',
  fecha: 'date dia data',
  hora: 'time',
  creado:
    'created create creation creacion creada criado criada criacao createdate createdtime alta timestamp submitted submit recibido recibida received agregado agregada added optin subscribed',
  primero: 'primer primera first 1er 1ro 1ra primeira',
  ultimo: 'last ultima',
  proximo: 'proxima prox siguiente next proximamente recontactar recontacto',
  seguimiento: 'followup',
  contacto: 'contact contato contactado contacted',
  persona: 'person',
  cliente: 'client customer comprador consultante',
  lead: 'prospecto prospect candidato posible potencial',
  trato: 'deal negocio oportunidad opportunity',
  empresa: 'company compania organizacion organization org inmobiliaria agencia agency firma sociedad',
  cuenta: 'account',
  pais: 'country nacion',
  estado: 'status estatus etapa stage situacion fase estagio',
  responsable:
    'responsible responsavel propietario owner dono asesor asesora vendedor vendedora ejecutivo ejecutiva asignado asignada assigned assignee assign agente agent gestor gestora encargado encargada representante rep seller salesperson atendido atiende corretor',
  usuario: 'user',
  origen: 'source fuente canal channel procedencia origem origin portal plataforma platform',
  conocer: 'llegaste llego conociste conocio conocieron conoces enteraste entero enteraron hear',
  campana: 'campaign campanha',
  referrer: 'referer referring',
  mensaje: 'message mensagem consulta inquiry enquiry pregunta ayudar ayudarte help',
  nota: 'note obs observacion observacao descripcion description descricao detalle anotacion anotacoes memo historial biography',
  comentario: 'comment',
  informacion: 'information info',
  tema: 'asunto subject topic assunto',
  motivo: 'reason razon causa',
  perdida: 'perdido lost loss perda descarte rechazo descalificacion',
  ganado: 'ganada gano won win ganho ganha ganhou',
  cierre: 'cerrado cerrada cerro close closed closing fechamento fechado fechada',
  plan: 'paquete membresia',
  pago: 'billing payment facturacion cobro periodicidad',
  tipo: 'type rubro perfil segmento',
  adicional: 'additional',
  personal: 'pessoal',
  trabajo: 'work office oficina laboral',
};
const WORD_FOR = new Map(
  Object.entries(SYNONYMS).flatMap(([word, others]) => [word, ...others.split(' ')].map((one) => [one, word] as const)),
);

/** Words that say nothing about a column: articles, numbers, and the phrasing of forms. */
const FILLERS = new Set(
  (
    '1 2 3 4 5 6 7 8 9 a al con cual cuales da de del do e el em en enter es esta estas favor for i indica indicanos ingresa ' +
    'ingrese is la las lo los mi my necesario nos o obligatorio of opcional optional or para please qual que requerido required ' +
    's sabe son seu su sus the to tu tus u un una vives what y you your and completa como contanos dejanos donde escribes podemos se sos te trabaja trabajas vivis dejame decinos escribe escribi quien'
  ).split(' '),
);

const BRACKETED = /\([^()]*\)|\[[^[\]]*\]/g;

/** The words of a head without fillers, each by its synonym, regardless of order, number or gender. */
function wordsOf(head: string): Set<string> {
  const spaced = head.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const folded = fold(spaced)
    .replace(/\be mails?\b/g, 'email')
    .replace(/\bwhats app\b/g, 'whatsapp')
    .replace(/\bfollow up\b/g, 'followup')
    .replace(/\bopt in\b/g, 'optin')
    .replace(/\bpor favor\b/g, '')
    // 'TEL;TYPE=CELL' of a vCard.
    .replace(/ type (?=\w)/g, ' ');
  const words = folded.split(' ').filter((word) => word !== '' && !FILLERS.has(word));
  return new Set(words.map(wordFor));
}

const withoutBrackets = (head: string): string => head.replace(BRACKETED, ' ');

/** The word that stands for this one; an unknown word becomes its singular. */
function wordFor(word: string): string {
  const [plain = word, ...shorter] = word.length > 3 ? [word, word.replace(/s$/, ''), word.replace(/es$/, '')] : [word];
  for (const one of [plain, ...shorter]) {
    const found = WORD_FOR.get(one);
    if (found) return found;
  }
  return word.replace(/(?<=[dlnr])es$|s$/, '');
}

/** Whose, or which of several: allowed beside any field's name. */
const WHOSE =
  'contacto persona cliente lead trato iniciativa interesado principal main primary registro record otro otra other';
const PLACES =
  'trabajo casa home hogar personal particular privado private priv comercial corporativo institucional empresa business secundario secondary alternativo alterno adicional direct directo preferido pref value valor from';

/**
 * Names a field: the head holds all words of one of `has`, and no others but `may` and WHOSE, each by its
 * synonym. The first matching rule wins. A `weak` one yields to what the column's cells say.
 */
type Rule = { field: ImportField; has: string[]; may: Set<string>; isWeak: boolean };

const rule = (field: ImportField, has: string, may = '', { isWeak = false, whose = WHOSE } = {}): Rule => ({
  field,
  has: has.split('|'),
  may: new Set(`${has.replaceAll('|', ' ')} ${may} ${whose}`.split(' ').map(wordFor)),
  isWeak,
});

const OWN_RULES: readonly Rule[] = [
  rule('utm_source', 'utm origen|campana origen'),
  rule('utm_medium', 'utm medium|utm medio|campana medio|campana medium|medium'),
  rule('utm_campaign', 'campana', 'nombre utm ad anuncio marketing publicidad publicitaria'),
  rule('referrer', 'referrer|sitio origen|url origen|pagina origen', 'utm site sitio url web http'),
  rule('pais', 'pais', 'region residencia nombre origen direccion address mailing business casa home trabajo'),
  rule(
    'empresa',
    'empresa|nombre comercial|motivo social|nombre fantasia|nombre cuenta|nombre business',
    'asociada associated trabajo value',
  ),
  rule('owner', 'comercial'),
  rule(
    'owner',
    'responsable',
    'nombre email usuario venta sales comercial inmobiliario actual cuenta atencion por by at',
  ),
  rule(
    'next_contact_on',
    'proximo|fecha seguimiento|recordatorio|volver llamar|volver contactar',
    'fecha on seguimiento llamada llamado call llamar accion action actividad activity tarea task cita visita gestion due deadline limite paso step reunion meeting',
  ),
  rule('first_contacted_at', 'primero contacto|primero respuesta|primero llamada|primero gestion', 'fecha hora on at'),
  rule('won_at', 'ganado|fecha cierre|cierre hora|cierre at|cierre on|fecha venta', '', {
    whose: 'trato lead',
  }),
  // 'Cerrado el', but not a column that says whether.
  rule('won_at', 'cierre', '', { isWeak: true, whose: 'trato lead' }),
  rule('lost_reason', 'motivo perdida|motivo cierre', 'closed', { whose: 'trato lead' }),
  rule('lost_reason', 'motivo no', 'compra venta interes'),
  rule('billing', 'pago', 'forma modalidad periodo frecuencia ciclo tipo plan cycle frequency period interval'),
  rule('plan', 'plan', 'interes interest interested contratado nombre elegido suscripcion'),
  rule(
    'created_at',
    'creado|fecha|marca temporal',
    'hora ingreso ingresado registrado inscripcion suscripcion envio enviado recepcion captura captacion carga entrada llegada conversion conversao solicitud primero mensaje on at utc gmt',
  ),
  rule('client_type', 'tipo', 'usuario empresa', { whose: 'contacto persona cliente lead' }),
  rule('email', 'email', `${PLACES} electronico electronica direccion address internet`),
  rule(
    'whatsapp',
    'telefono|numero contacto',
    `${PLACES} numero no fijo linea completo pais codigo area code formatted formato internacional international voice`,
  ),
  rule('whatsapp', 'numero', '', { isWeak: true, whose: '' }),
  rule(
    'nombre',
    'nombre',
    'apellido completo full primero segundo given middle pila display mostrar saved public guardado contacto persona cliente lead interesado principal main primary',
    { whose: '' },
  ),
  rule('apellido', 'apellido|ultimo nombre|family nombre', 'primero segundo paterno materno'),
  rule('nombre', 'contacto|persona|cliente|lead|interesado', 'nombre', { isWeak: true }),
  rule(
    'mensaje',
    'mensaje|comentario cliente|motivo contacto',
    'inicial initial original nota motivo texto text can we how recibido web formulario',
  ),
  rule(
    'estado',
    'estado',
    'actual current comercial venta sales no embudo pipeline funnel funil crm seguimiento gestion',
  ),
  rule(
    'source',
    'origen|medio|conocer|red social|via contacto',
    'trafico traffic original captacion entrada adquisicion ingreso primero conversion conversao venta mensaje nosotros how did about us',
  ),
  rule(
    'nota',
    'nota|comentario|seguimiento|informacion adicional',
    'interna interno internal general venta responsable extra importante llamada contenido content texto text ultimo gestion adicional',
  ),
  rule('tema', 'tema', 'mensaje interes'),
];

/** Fields without a rule of their own are named by their label and `heads`. */
const RULES: readonly Rule[] = [
  ...OWN_RULES,
  ...CREATED_FIELDS.flatMap((name) => {
    const { heads, label } = fieldOf(name);
    if (heads === undefined && OWN_RULES.some(({ field }) => field === name)) return [];
    const has = [label, ...(heads?.split('|') ?? [])].map((head) => [...wordsOf(head)].join(' '));
    return rule(name, has.join('|'));
  }),
];

/** Columns that describe another one, or that this product's own file of rejected rows added. */
const IGNORED_HEADS = /(?:^| )(?:label|type)$|^(?:record id|id|labels|etiquetas|tags)$/;

/**
 * Words of columns that resemble a lead's email, phone or name but are not: document and record numbers, money, places,
 * job titles, and other people's contacts.
 */
const OTHER_COLUMN_WORDS = new Set(
  (
    'id ids dni cuit cuil nif nie cif nit rut run ruc rfc curp cpf cnpj cedula documento document pasaporte passport matricula ' +
    'codigo code cp zip postal valor value precio price presupuesto budget importe monto amount total venta sale saldo cbu cvu ' +
    'iban tarjeta fax pager telex referencia ref latitud longitud latitude longitude assistant asistente manager spouse conyuge ' +
    'garante emergencia referred referido ciudad city municipio colonia localidad cidade provincia state barrio zona direccion ' +
    'address calle street cargo puesto title titulo profesion propiedad property proyecto producto product'
  ).split(' '),
);

export type Named = { field: ImportField; isWeak: boolean; words: Set<string> };

/** The field that a head names; undefined if unknown, null if known to be none. */
export function readHead(head: string): Named | null | undefined {
  if (head.length > MAX_TELLING_LENGTH) return undefined;
  // As our file of rejected rows writes it; a lead's own reason begins with a capital.
  if (head.trim() === importStrings.reason) return null;
  const named = findRule(head) ?? findBesideBrackets(head);
  if (named) return named;
  const folded = fold(head);
  return IGNORED_HEADS.test(folded) || folded.split(' ').some((word) => OTHER_COLUMN_WORDS.has(word))
    ? null
    : undefined;
}

/** Ignores brackets: 'Create Date (GMT-3)' matches, but not 'Fecha (nacimiento)' or 'Número (DNI)'. */
function findBesideBrackets(head: string): Named | undefined {
  const named = findRule(withoutBrackets(head));
  const isOther = named?.isWeak || (named?.field === 'created_at' && !/gmt|utc|dd|aa|yy/i.test(head));
  return isOther ? undefined : named;
}

function findRule(head: string): Named | undefined {
  const words = wordsOf(head);
  if (words.size === 0) return undefined;
  const all = [...words];
  const found = RULES.find(
    ({ has, may }) =>
      all.every((word) => may.has(word)) && has.some((one) => one.split(' ').every((word) => words.has(word))),
  );
  return found && { field: found.field, isWeak: found.isWeak, words };
}

export function countKnownHeads(cells: readonly string[]): number {
  return cells.filter((cell) => readHead(cell)).length;
}
