import {
  CLIENT_TYPES,
  type ClientType,
  LEAD_COUNTRIES,
  LEAD_STATUSES,
  type LeadCountry,
  type LeadStatus,
} from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { fold } from './heads';

const COUNTRIES = new Map<string, LeadCountry>([
  ...LEAD_COUNTRIES.map((name) => [fold(name), name] as const),
  ...Object.entries({
    Argentina: 'ar arg republica argentina',
    Chile: 'cl chl',
    Colombia: 'co col',
    México: 'mx mex mejico estados unidos mexicanos',
    Perú: 'pe per',
    Uruguay: 'uy ury uru',
    España: 'es esp spain',
    Paraguay: 'py pry par',
    Bolivia: 'bo bol',
  } satisfies Partial<Record<LeadCountry, string>>).flatMap(([name, codes]) =>
    [codes, ...codes.split(' ')].map((code) => [code, name as LeadCountry] as const),
  ),
]);

/** The country that a cell names; every one that is not in the list is 'Otro'. */
export function readCountry(text: string): LeadCountry {
  return COUNTRIES.get(fold(text)) ?? 'Otro';
}

/** What other tools and people call each status, folded. */
const STATUSES: Record<LeadStatus, string[]> = {
  nuevo: [
    'nueva',
    'new',
    'open',
    'abierto',
    'abierta',
    'created',
    'sin contactar',
    'incoming leads',
    'leads entrantes',
    'pendiente',
    'lead',
    'to contact',
    'uncontacted',
    'subscriber',
    'novo',
  ],
  contactado: [
    'contactada',
    'contacted',
    'connected',
    'attempted to contact',
    'initial contact',
    'contacto inicial',
    'contact made',
    'conectado',
    'intento de contacto',
    'first contact',
    'primer contacto',
  ],
  en_seguimiento: [
    'seguimiento',
    'in progress',
    'en progreso',
    'en proceso',
    'en curso',
    'negociacion',
    'en negociacion',
    'negotiation',
    'negotiations started',
    'discussions',
    'qualified',
    'calificado',
    'open deal',
    'opportunity',
    'oportunidad',
    'marketingqualifiedlead',
    'salesqualifiedlead',
    'demo scheduled',
    'proposal made',
    'propuesta enviada',
    'offer made',
    'decision making',
    'nurturing',
    'follow up',
  ],
  ganado: [
    'ganada',
    'won',
    'closed won',
    'cerrado ganado',
    'cliente',
    'customer',
    'cerrada ganada',
    'vendido',
    'logrado con exito',
    'ganho',
  ],
  perdido: [
    'perdida',
    'lost',
    'closed lost',
    'cerrado perdido',
    'unqualified',
    'no calificado',
    'bad timing',
    'descartado',
    'ventas perdidos',
    'perdido',
    'deleted',
  ],
};

const STATUS_OF = new Map<string, LeadStatus>(
  LEAD_STATUSES.flatMap((status) =>
    [fold(status), fold(leadStrings.statuses[status]), ...STATUSES[status]].map(
      (name) => [name, status] as const,
    ),
  ),
);

/** The status that a cell names; undefined if none does. */
export function readStatus(text: string): LeadStatus | undefined {
  return STATUS_OF.get(fold(text));
}

const TYPES: Record<ClientType, string[]> = {
  profesional: [
    'agente',
    'agente inmobiliario',
    'corredor',
    'corredora',
    'broker',
    'agent',
    'realtor',
    'martillero',
    'independiente',
    'asesor',
    'professional',
    'autonomo',
  ],
  inmobiliaria: ['agencia', 'agency', 'real estate', 'real estate agency', 'inmobiliarias'],
  constructora: [
    'desarrolladora',
    'developer',
    'builder',
    'constructor',
    'desarrollador',
    'promotora',
    'construction',
  ],
  otros: ['otro', 'otra', 'other', 'others'],
};

const TYPE_OF = new Map<string, ClientType>(
  CLIENT_TYPES.flatMap((type) =>
    [fold(type), fold(leadStrings.clientTypes[type]), ...TYPES[type]].map((name) => [name, type] as const),
  ),
);

/** The kind of client that a cell names; every other one is 'otros'. */
export function readClientType(text: string): ClientType {
  return TYPE_OF.get(fold(text)) ?? 'otros';
}
