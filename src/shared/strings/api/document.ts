/** Texts of the API's description. */
export const apiStrings = {
  title: (product: string) => `API del CRM de ${product}`,
  description:
    'Leads, notas, inmobiliarias, agentes y números para otros programas. Un administrador crea el token en Gestionar CRM → Integraciones → Tokens de acceso. Las respuestas pueden ganar campos: ignorá los que no conozcas.',
  token:
    'El token, como `Authorization: Bearer ai_live_…`. Nunca junto con una cookie. Cada llamada dice en `security` con qué permisos se puede: alcanza con uno.',
  ratePolicy:
    'Cuántos pedidos acepta un token (`q`) en cuántos segundos (`w`), como lo dice el borrador `httpapi-ratelimit-headers` del IETF.',
  rate: 'Cuántos pedidos le quedan (`r`) y en cuántos segundos vuelve a empezar (`t`).',
  version: 'La versión de todo lo que dice el lead, menos `as_of`.',
  ifNoneMatch: 'El `ETag` que ya se tiene: si el lead sigue igual, responde 304 sin cuerpo.',
  ifMatch: 'El `ETag` que se leyó: si el lead ya es otro, responde 412 y no cambia nada.',
  idempotencyKey:
    'Cualquier texto propio, hasta 255 caracteres sin espacios. El mismo pedido con la misma clave, durante 7 días, no crea nada nuevo: responde con lo que ya se creó.',
  /** By a part of the path. Order matters: agents are under an agency. */
  tags: {
    leads: { name: 'Leads', description: 'Las personas que consultaron, y en qué quedó cada una' },
    messages: { name: 'Mensajes', description: 'Lo que se escribió con un lead por WhatsApp' },
    notes: { name: 'Notas', description: 'Lo que se anotó de un lead' },
    agents: { name: 'Agentes', description: 'Quienes trabajan en cada inmobiliaria' },
    companies: { name: 'Inmobiliarias', description: 'Los clientes' },
    reports: { name: 'Números', description: 'Los informes' },
    webhooks: { name: 'Destinos', description: 'A quién se avisa de cada lead, y qué se le manda' },
  },
  /** What each call does, its name in clients, and an example of what is sent. */
  operations: {
    'GET /api/leads': {
      id: 'listLeads',
      summary: 'Los leads, de a 50, los más nuevos primero; con `since`, los que cambiaron desde entonces',
    },
    'POST /api/leads': {
      id: 'createLead',
      summary:
        'Crea un lead, con email, con whatsapp o con los dos; con `on_match`, o cambia o deja el que la persona ya tiene',
      example: {
        nombre: 'Marta Giménez',
        email: 'marta@ejemplo.com',
        whatsapp: '+5491155554444',
        pais: 'Argentina',
        mensaje: 'Vi el anuncio.',
        source: 'Meta',
        owner_email: 'bruno@ejemplo.com',
        on_match: 'update',
        match: 'email',
      },
    },
    'GET /api/leads/{id}': { id: 'readLead', summary: 'Un lead; si se unió a otro, ese otro' },
    'PATCH /api/leads/{id}': {
      id: 'changeLead',
      summary: 'Cambia un lead; lo que no se nombra queda como está',
      example: { estado: 'contactado', next_contact_on: '2030-01-15', next_contact_at: '10:30' },
    },
    'DELETE /api/leads/{id}': { id: 'deleteLead', summary: 'Lo manda a la papelera por 30 días' },
    'POST /api/leads/{id}/restore': { id: 'restoreLead', summary: 'Lo recupera de la papelera' },
    'GET /api/leads/{id}/deletion': { id: 'readLeadDeletion', summary: 'Quién lo eliminó, y cuándo' },
    'GET /api/leads/{id}/others': { id: 'listLeadOthers', summary: 'Los demás leads de la misma persona' },
    'POST /api/leads/{id}/join': {
      id: 'joinLead',
      summary: 'Lo une a otro lead de la misma persona',
      example: { into: 41 },
    },
    'POST /api/leads/{id}/separate': { id: 'separateLead', summary: 'Lo separa del lead al que se unió' },
    'GET /api/leads/{id}/timeline': { id: 'readLeadTimeline', summary: 'Su historial, lo último primero' },
    'POST /api/leads/{id}/undo': {
      id: 'undoLeadAct',
      summary: 'Deshace algo propio del último día, con lo que trajo: un cambio, una nota, un contacto',
      example: { event: 1207 },
    },
    'POST /api/leads/{id}/contacts': {
      id: 'openLeadContact',
      summary: 'Anota que se le escribió o se lo llamó',
      example: { channel: 'whatsapp' },
    },
    'PATCH /api/leads/{id}/contacts': {
      id: 'answerLeadContact',
      summary: 'Dice si se lo pudo contactar',
      example: { contacted: true },
    },
    'GET /api/leads/{id}/notes': { id: 'listNotes', summary: 'Sus notas, las más nuevas primero' },
    'POST /api/leads/{id}/notes': {
      id: 'createNote',
      summary: 'Le agrega una nota',
      example: { body: 'Respondió que sí.' },
    },
    'GET /api/leads/{id}/messages': {
      id: 'listMessages',
      summary:
        'Su conversación de WhatsApp: los últimos 50 mensajes, el más viejo primero; con `cursor`, los 50 anteriores',
    },
    'POST /api/leads/{id}/messages': {
      id: 'sendMessage',
      summary:
        'Le escribe por WhatsApp: un texto dentro de las 24 horas de su último mensaje, o una plantilla aprobada',
      example: { body: 'Hola Marta, ¿te sirve mañana a las 10?' },
    },
    'GET /api/leads/counters': { id: 'countLeads', summary: 'Cuántos leads hay de cada clase' },
    'GET /api/leads/agenda': { id: 'countAgenda', summary: 'Cuántos leads hay que contactar' },
    'GET /api/leads/matches': {
      id: 'matchLeads',
      summary: 'Los leads de quien tiene ese email o ese número',
    },
    'GET /api/leads/trash': { id: 'listTrash', summary: 'Los leads eliminados, los últimos primero' },
    'POST /api/leads/bulk': {
      id: 'changeLeads',
      summary: 'Cambia o elimina muchos leads; hasta que diga `done`, el mismo pedido con la misma clave sigue',
      example: { ids: [41, 42], change: { estado: 'contactado' } },
    },
    'POST /api/leads/bulk/undo': {
      id: 'undoLeadChanges',
      summary: 'Deshace un cambio de muchos leads',
      example: { undo: '5b0f6a1e-6d3c-4c55-9f0e-2f4f6f0f7c11' },
    },
    'GET /api/staff': { id: 'listStaff', summary: 'Quiénes pueden tener leads, por nombre' },
    'PATCH /api/notes/{id}': {
      id: 'editNote',
      summary: 'Cambia el texto de una nota propia',
      example: { body: 'Respondió que el lunes.' },
    },
    'DELETE /api/notes/{id}': { id: 'deleteNote', summary: 'Elimina una nota propia' },
    'POST /api/notes/{id}/restore': { id: 'restoreNote', summary: 'Recupera una nota propia' },
    'GET /api/companies': {
      id: 'listCompanies',
      summary: 'Las inmobiliarias, de a 50, las más nuevas primero',
    },
    'POST /api/companies': {
      id: 'createCompany',
      summary: 'Crea una inmobiliaria',
      example: { name: 'Costanera Propiedades', country: 'Argentina' },
    },
    'GET /api/companies/{id}': { id: 'readCompany', summary: 'Una inmobiliaria con su gente' },
    'PATCH /api/companies/{id}': {
      id: 'changeCompany',
      summary: 'Cambia una inmobiliaria',
      example: { plan: 'PRO' },
    },
    'DELETE /api/companies/{id}': {
      id: 'deleteCompany',
      summary: 'Elimina una inmobiliaria sin gente ni historia; se puede recuperar por 30 días',
    },
    'POST /api/companies/{id}/restore': { id: 'restoreCompany', summary: 'Recupera la que se eliminó' },
    'GET /api/companies/{id}/agents': { id: 'listAgents', summary: 'Los agentes de una inmobiliaria' },
    'POST /api/companies/{id}/agents': {
      id: 'createAgent',
      summary: 'Le agrega un agente',
      example: { name: 'Iris Paz', email: 'iris@ejemplo.com' },
    },
    'PATCH /api/agents/{id}': {
      id: 'changeAgent',
      summary: 'Cambia un agente',
      example: { status: 'suspended' },
    },
    'DELETE /api/agents/{id}': { id: 'deleteAgent', summary: 'Elimina un agente' },
    'GET /api/reports': {
      id: 'readReport',
      summary: 'Los números de un período, cada uno con la lista que cuenta',
    },
    'GET /api/webhooks': { id: 'listWebhooks', summary: 'Los destinos que creó este token' },
    'POST /api/webhooks': {
      id: 'createWebhook',
      summary:
        'Crea un destino de los avisos. El secreto se dice por única vez; el mismo pedido cambia los eventos y da otro',
      example: { url: 'https://hooks.zapier.com/hooks/standard/4711/abc/', events: ['lead.created'] },
    },
    'DELETE /api/webhooks/{id}': {
      id: 'deleteWebhook',
      summary: 'Elimina un destino que creó este token; lo que esperaba se descarta',
    },
  } as Record<string, { id: string; summary: string; example?: object }>,
  /** What a destination's response means, by status. */
  answersToMessages: {
    '2XX': 'Llegó',
    '410': 'Ya no hay nadie: el destino termina si lo creó un token, y si no se pausa',
    default: 'No llegó: se vuelve a intentar durante unos tres días',
  },
  statuses: {
    200: 'Listo',
    201: 'Creado, o lo que esta clave ya había creado',
    202: 'Tomado: sale enseguida, y `status` dice después cómo le fue',
    204: 'Listo, sin contenido',
    304: 'Sigue igual que la versión que se tiene',
    found: 'La persona ya lo tenía: está como quedó, o como esta clave lo dejó',
    400: 'El pedido no se entiende, o trae una cookie',
    401: 'Falta el token, o no sirve',
    403: 'El token no alcanza para esto',
    404: 'No existe',
    409: 'Choca con cómo está ahora',
    412: 'Ya no es la versión que dice `If-Match`',
    413: 'Demasiado grande',
    415: 'El cuerpo no es JSON',
    422: 'Algún dato está mal; `fields` dice cuál',
    429: 'Demasiados pedidos: esperá lo que dice `Retry-After`',
    500: 'Error del servidor',
    503: 'El servidor está ocupado: esperá lo que dice `Retry-After`',
  },
} as const;
