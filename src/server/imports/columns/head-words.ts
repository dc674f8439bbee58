import { fold } from '~/shared/imports/fold';

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
export function wordsOf(head: string): Set<string> {
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

/** Drops brackets, which mostly hold a hint. */
export const withoutBrackets = (head: string): string => head.replace(BRACKETED, ' ');

/** The word that stands for this one; an unknown word becomes its singular. */
export function wordFor(word: string): string {
  const [plain = word, ...shorter] = word.length > 3 ? [word, word.replace(/s$/, ''), word.replace(/es$/, '')] : [word];
  for (const one of [plain, ...shorter]) {
    const found = WORD_FOR.get(one);
    if (found) return found;
  }
  return word.replace(/(?<=[dlnr])es$|s$/, '');
}
