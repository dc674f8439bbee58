/** What to do when a list is empty. */
export const emptyStrings = {
  firstDay: 'Compartí el enlace de tu sitio: cada consulta que llegue aparece acá al momento.',
  link: 'Enlace de tu sitio',
  copy: 'Copiar enlace',
  copied: 'Enlace copiado',
  create: 'Crear el primer lead',
  invite: 'Invitar al equipo',
  nothingFound: 'Probá con otra palabra o con menos filtros.',
  /** For the built-in views, by query. */
  views: {
    'contacto=pendiente': 'Ya se contactó a todos. Quien escriba aparece acá.',
    'contacto=respuesta':
      'Nadie espera respuesta. Quien escriba por WhatsApp aparece acá hasta que alguien le conteste.',
    'owner=me&agenda=dia': 'No te queda nada vencido ni para hoy, y nadie espera tu respuesta.',
    'agenda=hoy': 'Para hoy no queda nada agendado. Lo que agendes con «Próximo contacto» aparece acá ese día.',
    'owner=me&agenda=hoy': 'Para hoy no te queda nada agendado.',
    'agenda=vencidos': 'Nada está vencido: lo que se pase de su día aparece acá.',
    'owner=me': 'No tenés ningún lead a cargo. Con «Tomar», un lead pasa a ser tuyo.',
    'owner=none': 'Cada lead tiene su responsable.',
    'duplicados=si': 'Nadie escribió dos veces.',
  } as Record<string, string>,
  clear: 'Limpiar filtros',
} as const;
