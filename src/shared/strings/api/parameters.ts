import { filterMeanings } from '../lead/filters';

/** Meaning of parameters and message headers, by name. */
export const parameterStrings: Record<string, string> = {
  id: 'El `id` de lo que se nombra antes en la dirección',
  cursor: 'El `next_cursor` de la página anterior; sin él, la primera',

  ...filterMeanings,

  'webhook-id': 'El `id` del mensaje: el mismo en cada intento, y otro en cada destino',
  'webhook-timestamp': 'Cuándo se hizo este intento, en segundos desde 1970',
  'webhook-signature':
    'La firma de Standard Webhooks, `v1,…`; varias, separadas por un espacio, mientras se cambia el secreto',
  'webhook-event': 'El nombre del evento, como `type`. No está firmado',
};

/** Exceptions, by call. */
export const ownParameterStrings: Record<string, Record<string, string>> = {
  matchLeads: {
    email: 'El email de quien se busca',
    whatsapp: 'Su número, como lo escribe la gente',
    pais: 'De qué país es el número, si no trae el código',
  },
  readLeadTimeline: { kind: 'Solo las notas, los contactos o los cambios' },
  readReport: {
    from: 'El primer día; sin él, 29 antes del último',
    to: 'El último día, incluido; sin él, hoy',
    owner: 'Solo los números de esta persona, por su `id`; `none`, los de quienes no tienen responsable',
  },
  listCompanies: { q: 'Palabras de su nombre' },
};

/** The API on leads: what each field means, and why one is refused. */
export const apiLeadStrings = {
  fields: {
    source: 'De dónde viene, hasta 40 caracteres; `api` si no se dice. `landing` y `crm_manual` son del propio CRM.',
    created_at:
      'Cuándo llegó, con zona: ya pasó, y después de 2000. De hace más de un día, el lead entra sin avisar a nadie.',
    estado: '`nuevo` si no se dice. Con otro, el lead entra sin avisar a nadie y no espera un primer contacto.',
    owner_id: 'Quién lo trabaja: un `id` de `GET /api/staff`. Sin él va por turno; con `null` no es de nadie.',
    owner_email: 'Lo mismo, por su email. Va uno de los dos.',
    tema: 'Sobre qué es. Con el nombre de un plan y cómo se paga, `Chat con IA · anual`, el lead los lleva.',
    on_match:
      'Qué pasa si la persona ya tiene un lead: `create` hace otro, como si no se dice; `update` completa y cambia en el último lo que el pedido trae; `skip` lo deja como está. Un campo vacío o `null` no cambia nada; `source`, `created_at` y `tema` son de la llegada y no cambian.',
    match:
      'Por qué se la reconoce: `email` o `whatsapp`, que entonces tiene que venir. Sin él, por cualquiera de los dos.',
    since:
      'Un momento (`2026-11-24T10:00:00Z`) o el `next_cursor` de la respuesta anterior: los leads que cambiaron desde entonces, el cambio más viejo primero, y en `gone` los que ya no están. No se combina con filtros.',
    limit: 'Cuántos leads como mucho.',
  },
  errors: {
    source: 'Origen: usá de 1 a 40 caracteres.',
    ownSource: {
      es: 'Origen: ese nombre es del propio CRM. Elegí otro.',
      en: 'must not be a name that the CRM gives itself (landing, crm_manual)',
    },
    createdAt: {
      es: 'Fecha de llegada: escribila como 2026-11-24T10:00:00Z.',
      en: 'must be an ISO 8601 date-time with a zone, as 2026-11-24T10:00:00Z',
    },
    createdAhead: { es: 'Fecha de llegada: todavía no pasó.', en: 'must not be in the future' },
    createdOld: { es: 'Fecha de llegada: es anterior a 2000.', en: 'must not be before 2000' },
    twoOwners: { es: 'Responsable: indicalo por su id o por su email, no por los dos.', en: 'excludes owner_id' },
    tema: 'Tema: usá como mucho 120 caracteres.',
    onMatch: 'on_match: elegí create, update o skip.',
    match: 'match: elegí email o whatsapp.',
    matchAlone: { es: 'match: solo va con on_match update o skip.', en: 'needs on_match "update" or "skip"' },
    matchEmpty: { es: 'match: falta el dato por el que se reconoce a la persona.', en: 'names a field that is empty' },
    since: {
      es: 'since: escribí un momento como 2026-11-24T10:00:00Z, o el next_cursor de la respuesta anterior.',
      en: 'must be an ISO 8601 date-time with a zone, or the next_cursor of an answer to since',
    },
    sinceAlone: { es: 'Con since solo va limit: los cambios no se filtran.', en: 'cannot be combined with since' },
    limit: 'limit: elegí de 1 a 500.',
  },
} as const;
