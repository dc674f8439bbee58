import type { ClientType } from '~/shared/leads/enums';
import type { Dice } from './chance';
import { fill, type Person } from './people';

/** Messages of the site's form. `{alquileres}`: homes they let; `{vendedores}`: salespeople; `{ciudad}`: their city. */
const MESSAGES: Record<ClientType, string[]> = {
  inmobiliaria: [
    'Tenemos {alquileres} propiedades en alquiler y no damos abasto con los mensajes de WhatsApp.',
    'Quiero saber si el agente puede agendar visitas en el calendario de cada vendedor.',
    '¿Se integra con nuestro portal? Hoy cargamos todo a mano.',
    'Nos escriben de noche y los domingos, y el lunes a la mañana ya alquilaron en otro lado.',
    'Somos {vendedores} vendedores y cada uno contesta distinto. Queremos ordenar eso.',
    '¿Cómo hace el agente cuando preguntan por una propiedad que ya se vendió?',
    'Perdemos consultas de los portales porque nadie las mira después de las 19.',
    '¿Sirve para alquiler temporario? En enero recibimos cien consultas por día.',
    'Mi secretaria renunció y estoy contestando yo todos los mensajes. ¿En cuánto tiempo lo ponen en marcha?',
    '¿El plan de Chat con IA incluye la academia para todo el equipo? Somos {vendedores}.',
    'Administramos {alquileres} alquileres. La mitad de los mensajes son por expensas y roturas, ¿eso también lo responde?',
    'Probamos un bot con menú y la gente se cansaba. ¿El de ustedes conversa de verdad?',
  ],
  constructora: [
    'Somos una constructora con dos edificios en preventa. Necesitamos responder los fines de semana.',
    'Lanzamos un barrio cerrado en {ciudad} en dos meses y esperamos muchas consultas por las redes.',
    '¿El agente puede mandar planos y lista de precios según la tipología que piden?',
    'Vendemos desde el pozo a inversores de afuera, con otra hora. Hoy les contestamos diez horas después.',
  ],
  profesional: [
    'Tengo matrícula y trabajo por mi cuenta. ¿Hay algún plan chico para empezar?',
    'Trabajo por mi cuenta en {ciudad}. Mientras muestro un departamento pierdo tres consultas.',
    'Hago tasaciones y administro {alquileres} alquileres. Me interesa el plan más sencillo.',
    '¿El Agente Inicial alcanza para unas 200 consultas por mes?',
  ],
  otros: [
    'Buenas, ¿ustedes alquilan departamentos en {ciudad}?',
    'Hago una tesis sobre inteligencia artificial en el sector y quería hacerles unas preguntas.',
    'Tengo un hotel chico con {vendedores} cabañas. ¿Sirve también para reservas?',
    'Quiero vender mi casa en {ciudad}. ¿Me pueden ayudar?',
  ],
};
const SECOND_ENQUIRIES = [
  'Hola, les escribí hace un tiempo y en su momento lo dejamos. Ahora sí queremos avanzar.',
  'Soy {nombre}, ya hablamos. Perdí el contacto, ¿me pueden pasar otra vez los precios?',
  'Retomo la consulta: ya tenemos presupuesto aprobado para este trimestre.',
];
const OPENINGS = [
  '',
  '',
  '',
  'Hola. ',
  'Hola, buenas tardes. ',
  'Buen día. ',
  'Buenas noches. ',
  'Hola, ¿cómo están? ',
];
const CLOSINGS = [
  ...['', '', '', ' Gracias.', ' Quedo a la espera.', ' Espero su mensaje.', ' Saludos.'],
  ...[' Prefiero que me escriban por WhatsApp.', ' Llámenme después de las 18, por favor.', ' ¿Qué costo tiene?'],
];
/** Messages nobody answers, which end in the trash. */
export const SPAM = [
  'Hello, we can place your website on the first page of search results in 30 days. Interested?',
  'PRÉSTAMOS inmediatos sin garante, respondemos en 5 minutos.',
  'asdasd prueba prueba',
];

/** What somebody writes to the site's form, perhaps not for the first time. */
export function writeMessage({ client_type, words }: Person, dice: Dice, isAgain: boolean): string {
  const texts = isAgain ? SECOND_ENQUIRIES : MESSAGES[client_type];
  return fill(`${isAgain ? '' : dice.pick(OPENINGS)}${dice.pick(texts)}${dice.pick(CLOSINGS)}`, words);
}
