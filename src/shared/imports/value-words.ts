import { CLIENT_TYPES, type ClientType, LEAD_STATUSES, type LeadStatus, type LostReason } from '../leads/enums';
import { leadStrings } from '../strings/leads';
import { fold } from './fold';

/** Folded names of each status in other tools and everyday use, in full. A lead is won or lost by such a name only. */
const STATUSES: Record<LeadStatus, string> = {
  nuevo:
    'nueva|new|open|abierto|abierta|created|sin contactar|incoming leads|leads entrantes|pendiente|lead|to contact|uncontacted|subscriber|novo',
  contactado:
    'contactada|contacted|connected|attempted to contact|initial contact|contacto inicial|contact made|conectado|intento de contacto|first contact|primer contacto',
  en_seguimiento:
    'seguimiento|in progress|en progreso|en proceso|en curso|negociacion|en negociacion|negotiation|negotiations started|discussions|qualified|calificado|open deal|opportunity|oportunidad|marketingqualifiedlead|salesqualifiedlead|demo scheduled|proposal made|propuesta enviada|offer made|decision making|nurturing|follow up',
  ganado:
    'ganada|won|closed won|deal won|cerrado|cerrada|cerrado ganado|cerrada ganada|cliente|customer|vendido|vendida|sold|logrado con exito|venta realizada|venta concretada|contrato firmado|converted|closed converted|convertido|convertida|ganho|ganhou|fechado',
  perdido:
    'perdida|lost|closed lost|cerrado perdido|cerrada perdida|unqualified|disqualified|not qualified|no calificado|no califica|bad timing|descartado|descartada|ventas perdidos|deleted|caido|caida|no interesado|no interesada|not interested|sin interes|sem interesse|junk|junk lead|closed not converted|cancelado|cancelada|rechazado|rechazada|rejected|ex cliente|perdeu',
};

export const STATUS_OF = new Map<string, LeadStatus>(
  LEAD_STATUSES.flatMap((status) =>
    [fold(status), fold(leadStrings.statuses[status]), ...STATUSES[status].split('|')].map(
      (name) => [name, status] as const,
    ),
  ),
);

/**
 * Guesses from a stage's words, for names nobody has mapped before; the first match wins, and null has to be decided.
 * Whatever speaks of winning or losing in other words than a name is such a case: 'Todavía no compró', 'Pago pendiente'
 * and 'Interesado en alquiler' are no sale. Taken from pipelines of HubSpot, Pipedrive, Kommo, Zoho, Salesforce, Bitrix24
 * and Tokko Broker, and from agencies' own words.
 */
export const STATUS_WORDS: [LeadStatus | null, RegExp][] = [
  [null, /\b(?:no|not|nunca|never|nao) (?:volver|recontact|rellam|retom)/],
  ['en_seguimiento', /\b(?:volver|recontact|rellam|retom|reactiv|reagend|mas adelante|futur|later)/],
  [
    'nuevo',
    /\b(?:sin|sem|por|to|to be|a|pendiente|pendente)(?: de)? (?:contact|contat|llam|gestion|atend|asign|atrib|call|assign|trabaj|respond(?:er|ido)$)|\b(?:no|not|nao) (?:contactad|contacted|contatad|llamad|called|gestionad|atendid|asignad|assigned|atribuid|trabajad|worked)|\b(?:unassigned|unworked|sin abrir)/,
  ],
  [
    'contactado',
    /^(?!.*\b(?:perd|lost|descart|cancel)).*\b(?:no (?:contest|respond|atiend|atendi|answer|repl|show)|not? (?:answer|respon)|nao (?:respond|atend)|sin respuesta|sem resposta)/,
  ],
  [null, /\b(?:no|not|don t|nunca|never|nao|ni|sin|sem|without|todavia|aun|ainda|yet|casi|quiere|quer|desea|wants?)\b/],
  [
    null,
    /\b(?:perd|lost|caid|cay[oe]|cancel|rechaz|recus|reject|desist|descart|abandon|baja\b|muert|dead|junk|spam|basura|erron|equivoc|invalid|inactiv|duplicad|duplicate|disqualif|unqualif|desqualif|descalif|desuscr|unsubscr|ex client|former|archiv|eliminad|deleted|bad)/,
  ],
  ['contactado', /\b(?:intent|attempt|tentativa|buzon|voicemail|ocupado|fri[oa]\b|cold|congelad)/],
  ['nuevo', /\b(?:potencia|prospect[oa]?s?\b|suspect)/],
  [
    'en_seguimiento',
    /\b(?:contrat[oa] enviad|contract sent|esper|wait|hold|paus|stand ?by|senad|sena\b|reserv|pre ?aprob|qualified to)/,
  ],
  [
    null,
    /\b(?:gan[ao]|ganho|won|win\b|vend|sold|sell|venta|cerra|cerro|cierr|clos[ei]|fechad|client|customer|firm[ao]|signed|assinad|escritur|alquil|rent|compr[ao]|buy|contratad|convert|pag[ao]|paid|payment|factur|exito|success|activ[oa]|active|implement|complet|finaliz)/,
  ],
  [
    'en_seguimiento',
    /\b(?:interes|cotiz|presup|propuest|propost|proposal|orcament|quote|oferta|offer|negoc|demo|reunion|reuniao|meeting|visit|agend|cita|appointment|schedul|program|present|evalu|seguim|follow|caliente|tibi|hot|warm|quente|morn|proces|progres|andamento|curso|nurtur|qualif|calific|cualific|oport|opport|pend|decid|decis|analis|analy|estud|revis|review|contrat|documenta|recorrid|evolu|accion|mql|sql|prepar|avanz|gestion|trabaj|discus|debate|credito|prueba|trial)/,
  ],
  [
    'contactado',
    /\b(?:contact|contat|llam|call|respond|conect|connect|conversa|habl|mensaje|mensagem|whats|mail|correo|atend|atiend|leid|read|enviad|sent)/,
  ],
  [
    'nuevo',
    /\b(?:nuev|new|nov[oa]|entrant|incoming|inbound|ingres|open|abiert|abert|lead|raw|recib|received|fresh|prospec)/,
  ],
];

const TYPES: Record<ClientType, string> = {
  profesional:
    'agente|agente inmobiliario|corredor|corredora|broker|agent|realtor|martillero|independiente|asesor|professional|autonomo',
  inmobiliaria: 'agencia|agency|real estate|real estate agency|inmobiliarias',
  constructora: 'desarrolladora|developer|builder|constructor|desarrollador|promotora|construction',
  otros: 'otro|otra|other|others',
};

export const TYPE_OF = new Map<string, ClientType>(
  CLIENT_TYPES.flatMap((type) =>
    [fold(type), fold(leadStrings.clientTypes[type]), ...TYPES[type].split('|')].map((name) => [name, type] as const),
  ),
);

/** The same for client types. */
export const TYPE_WORDS: [ClientType, RegExp][] = [
  ['constructora', /\b(?:construc|constru|desarroll|develop|build|promotor|incorporador)/],
  ['inmobiliaria', /\b(?:inmobil|imobil|real estate|agenc|broker(?:age)?s?|franquicia)/],
  ['profesional', /\b(?:agent|corredor|corretor|martill|asesor|independ|realtor|profesion|particular|freelanc)/],
];

/** The same for lost reasons. */
export const REASON_WORDS: [LostReason, RegExp][] = [
  [
    'no_responde',
    /\b(?:no (?:contest|respond|atiend)|not? (?:respon|answer|repl)|unrespons|unreach|nao respond|sin respuesta|ghost|desaparec|no show)/,
  ],
  ['precio', /\b(?:preci|price|pricing|preco|car[oa]\b|costo|cost|expens|presup|budget|orcament|dinero|plata|money)/],
  [
    'mas_adelante',
    /\b(?:adelante|timing|later|posterg|postpon|momento|todavia no|futur|despues|tarde|tiempo|time|not now|ahora no|prox)/,
  ],
  [
    'eligio_otro',
    /\b(?:compet|otr[oa] (?:prove|empresa|inmob|opcion|agencia|solu|crm)|eligio|went with|chose|another|ya tiene|concorr)/,
  ],
  [
    'no_califica',
    /\b(?:no califica|calific|unqualif|qualif|no aplica|not a fit|no fit|fuera de|perfil|requisit|spam|invalid|erron|equivoc|duplic)/,
  ],
];
