/** Messages of the site's form. `{alquileres}`: homes they let; `{vendedores}`: salespeople; `{ciudad}`: their city. */
export const MESSAGES = {
  inmobiliaria: [
    'Tenemos {alquileres} propiedades en alquiler y no damos abasto con los mensajes de WhatsApp.',
    'Quiero saber si el agente puede agendar visitas en el calendario de cada vendedor.',
    '¿Se integra con nuestro portal? Hoy cargamos todo a mano.',
    'Nos escriben de noche y los domingos, y el lunes a la mañana ya alquilaron en otro lado.',
    'Somos {vendedores} vendedores y cada uno contesta distinto. Queremos ordenar eso.',
    '¿Cómo hace el agente cuando preguntan por una propiedad que ya se vendió?',
    'Me los recomendó un colega de {ciudad}. ¿Tienen una demo para ver?',
    'Perdemos consultas de los portales porque nadie las mira después de las 19.',
    'Necesito que responda por WhatsApp y que nos pase solamente a los que califican.',
    '¿Sirve para alquiler temporario? En enero recibimos cien consultas por día.',
    'Abrimos una segunda sucursal en {ciudad} y no queremos sumar otra persona solo para contestar.',
    'Mi secretaria renunció y estoy contestando yo todos los mensajes. ¿En cuánto tiempo lo ponen en marcha?',
    '¿El plan de Chat con IA incluye la academia para todo el equipo? Somos {vendedores}.',
    'Quisiera una reunión para entender la diferencia entre el Chatbot Clásico y el Agente de IA.',
    'Administramos {alquileres} alquileres. La mitad de los mensajes son por expensas y roturas, ¿eso también lo responde?',
    'Probamos un bot con menú y la gente se cansaba. ¿El de ustedes conversa de verdad?',
    '¿Puede hacer preguntas antes de coordinar la visita? Ingresos, garantía, mascotas.',
    'Trabajamos con extranjeros que escriben en inglés y portugués. ¿El agente contesta en otros idiomas?',
    'Tenemos {vendedores} personas en ventas y queremos que el reparto de consultas sea automático.',
    'Estamos en {ciudad}. ¿Dan soporte acá o es todo a distancia?',
  ],
  constructora: [
    'Somos una constructora con dos edificios en preventa. Necesitamos responder los fines de semana.',
    'Lanzamos un barrio cerrado en {ciudad} en dos meses y esperamos muchas consultas por las redes.',
    '¿El agente puede mandar planos y lista de precios según la tipología que piden?',
    'Tenemos un pozo de {alquileres} unidades y una sola persona en comercial.',
    'Hacemos campañas por lote y el 80 % pregunta lo mismo: anticipo, cuotas y posesión. ¿Se puede automatizar?',
    'Queremos que avise a comercial solo cuando alguien tiene capacidad de pago. ¿Se configura?',
    '¿Trabajan con desarrolladoras o solo con inmobiliarias? Tenemos obra en {ciudad}.',
    'Vendemos desde el pozo a inversores de afuera, con otra hora. Hoy les contestamos diez horas después.',
  ],
  profesional: [
    'Tengo matrícula y trabajo por mi cuenta. ¿Hay algún plan chico para empezar?',
    'Trabajo por mi cuenta en {ciudad}. Mientras muestro un departamento pierdo tres consultas.',
    'Hago tasaciones y administro {alquileres} alquileres. Me interesa el plan más sencillo.',
    '¿Se puede contratar por mes, sin permanencia? Recién arranco por mi cuenta.',
    '¿Puedo usar mi número de siempre o necesito otro? Trabajo por mi cuenta.',
    'Me gustaría probarlo un mes con mis publicaciones antes de pasarlo a todo el estudio.',
    '¿El Agente Inicial alcanza para unas 200 consultas por mes?',
  ],
  otros: [
    'Buenas, ¿ustedes alquilan departamentos en {ciudad}?',
    'Hago una tesis sobre inteligencia artificial en el sector y quería hacerles unas preguntas.',
    'Tengo un hotel chico con {vendedores} cabañas. ¿Sirve también para reservas?',
    'Vendo autos, pero el problema es el mismo: los mensajes. ¿Lo adaptan?',
    'Quiero vender mi casa en {ciudad}. ¿Me pueden ayudar?',
    'Tenemos una agencia de marketing con clientes inmobiliarios. ¿Hay programa para socios?',
  ],
} as const;

export const OPENINGS = [
  '',
  '',
  '',
  'Hola, ',
  'Hola, buenas tardes. ',
  'Buen día. ',
  'Buenas noches. ',
  'Hola, ¿cómo están? ',
];
export const CLOSINGS = [
  ...['', '', '', '', ' Gracias.', ' Quedo a la espera.', ' Espero su mensaje.', ' Saludos.'],
  ...[' Prefiero que me escriban por WhatsApp.', ' Llámenme después de las 18, por favor.', ' ¿Qué costo tiene?'],
];

/** Messages of people who have written before. */
export const SECOND_ENQUIRIES = [
  'Hola, les escribí hace un tiempo y en su momento lo dejamos. Ahora sí queremos avanzar.',
  'Soy {nombre}, ya hablamos. Perdí el contacto, ¿me pueden pasar otra vez los precios?',
  'Vuelvo a escribir porque cambié de inmobiliaria y acá también lo necesitamos.',
  'Retomo la consulta: ya tenemos presupuesto aprobado para este trimestre.',
  '¿Siguen con la promo del pago anual? Había consultado antes de las vacaciones.',
];

/** How the team heard of a lead it entered itself. */
export const ORIGIN_NOTES = [
  'Llamó a la oficina por recomendación de un cliente.',
  'Se acercó al stand y dejó la tarjeta. Pidió que lo contactemos por WhatsApp.',
  'Escribió por Instagram después de ver el video del asistente.',
  'Lo presentó un cliente. Tiene {vendedores} vendedores en {ciudad}.',
  'Contacto del desayuno de la cámara inmobiliaria.',
];

/** Messages nobody answers, which end in the trash. */
export const SPAM = [
  'Hello, we can place your website on the first page of search results in 30 days. Interested?',
  'PRÉSTAMOS inmediatos sin garante, respondemos en 5 minutos.',
  'asdasd prueba prueba',
];

export const CITIES: Record<string, string[]> = {
  Argentina: ['Rosario', 'Córdoba', 'Mar del Plata', 'Mendoza', 'La Plata', 'Pilar', 'Tandil', 'Caballito'],
  México: ['Querétaro', 'Monterrey', 'Guadalajara', 'Cancún', 'Mérida', 'Puebla'],
  España: ['Valencia', 'Málaga', 'Zaragoza', 'Alicante', 'Bilbao', 'Sevilla'],
  Chile: ['Viña del Mar', 'Concepción', 'La Serena', 'Providencia', 'Temuco'],
  Colombia: ['Medellín', 'Bogotá', 'Cali', 'Envigado', 'Pereira'],
  Uruguay: ['Montevideo', 'Punta del Este', 'Colonia', 'Maldonado'],
  Perú: ['Lima', 'Arequipa', 'Trujillo', 'Miraflores'],
  Paraguay: ['Asunción', 'Encarnación', 'Ciudad del Este'],
  Bolivia: ['Santa Cruz', 'La Paz', 'Cochabamba'],
};
