import { describeCount, describeNumber } from '~/shared/counts';
import type { DuplicateChoice, ImportField, LegacyEncoding } from '~/shared/imports/import';
import { FIELD_LABELS } from '~/shared/leads/fields';
import { originFields } from '~/shared/strings/lead/origin';

const rows = (count: number) => describeCount(count, 'fila', 'filas');
const values = (count: number) => describeCount(count, 'valor', 'valores');
const leads = (count: number) => describeCount(count, 'lead', 'leads');

const MAX_SOURCE_LENGTH = 40;

export const importStrings = {
  title: 'Importar leads',
  back: 'Volver al panel',
  intro:
    'Traé leads desde una planilla o desde otro CRM. Nada cambia hasta que lo confirmes, y después se puede deshacer.',
  steps: ['Archivo', 'Columnas', 'Revisión', 'Importación'],
  stepDone: 'hecho',

  file: 'Archivo CSV, Excel (.xlsx), OpenDocument (.ods) o contactos (.vcf)',
  sheet: 'Hoja',
  readAs: 'Cómo se lee el archivo',
  readAgainLater: 'Para leerlo de otra manera, elegí el archivo de nuevo.',
  headsInRow: (row: number) =>
    row === 1 ? 'La primera fila son los títulos' : `Los títulos son la fila ${describeNumber(row)}`,
  encoding: 'Letras con tilde y ñ',
  encodings: {
    'windows-1252': 'De Windows',
    macintosh: 'De una Mac antigua',
    cp850: 'De MS-DOS',
  } satisfies Record<LegacyEncoding, string>,
  namesRead: (names: readonly string[]) => `Se leen así: ${names.join(' · ')}`,
  hiddenRows: (count: number) => `El archivo tiene ${describeCount(count, 'fila oculta', 'filas ocultas')}`,
  takeHidden: (count: number) => (count === 1 ? 'Importarla también' : 'Importarlas también'),
  strayQuotes: (count: number) =>
    describeCount(count, 'fila tiene una comilla suelta', 'filas tienen una comilla suelta'),
  strayQuotesText: 'Cada línea se leyó como una fila, con su comilla.',
  strayQuotesRows: (shown: readonly number[], all: number) => {
    const list = shown.map(describeNumber).join(', ');
    return all === 1 ? `Fila ${list}` : shown.length < all ? `Las primeras: filas ${list}` : `Filas ${list}`;
  },
  fileHint:
    'Hasta 20 MB y 50.000 filas. Sirven las exportaciones de HubSpot, Pipedrive, Kommo y Google Contacts, y los contactos de un teléfono (.vcf).',
  choose: 'Elegir archivo',
  drop: 'o soltalo acá',
  reading: (name: string) => `Leyendo ${name}…`,
  readFailed: 'No se pudo leer el archivo',
  another: 'Elegir otro archivo',

  columnsTitle: (name: string, count: number) => `${name}: ${rows(count)}`,
  columnsText:
    'Decí qué es cada columna. Lo que no tiene un campo propio va a la nota del lead; lo que no se importa queda fuera.',
  columnOf: (name: string) => `Qué es la columna ${name}`,
  noField: 'No importar',
  noExample: 'sin datos en las primeras filas',
  countsAs: (field: string) => `Cuenta como ${field}`,
  losesTo: '· ahora va a la nota si la otra dice algo',
  distinct: values,
  toDecide: (count: number) => `${describeNumber(count)} por decidir`,
  emptyIsNew: 'Lo que quede vacío entra como Nuevo, con su texto en la nota.',
  emptyIsNoted: 'El texto de lo que quede vacío va a la nota.',
  manyTexts: 'Son más de 60 valores: los que no se reconocen quedan vacíos.',
  textOf: (text: string, field: string) => `Qué es «${text}» en ${field}`,
  leaveEmpty: 'Dejar vacío',
  knownToo: (count: number) => (count === 1 ? 'y 1 que se reconoce' : `y ${describeNumber(count)} que se reconocen`),
  knownAll: (count: number) => (count === 1 ? '1 valor, que se reconoce' : `${values(count)}, todos se reconocen`),
  fields: {
    ...FIELD_LABELS,
    apellido: 'Apellido',
    whatsapp: 'WhatsApp o teléfono',
    owner: 'Responsable',
    nota: 'Nota',
    billing: 'Facturación',
    lost_reason: 'Motivo de pérdida',
    ...originFields,
  } satisfies Record<ImportField, string>,
  row: 'Fila',
  rowItself: 'La fila',

  options: 'Opciones',
  duplicates: 'Si la persona ya está',
  duplicateChoices: {
    skip: { title: 'Saltear la fila', text: 'El lead que está queda como está.' },
    update: {
      title: 'Actualizar los que ya están',
      text: 'Les da lo que dice la fila: también estado, responsable y plan.',
    },
    join: { title: 'Sumar al lead que está', text: 'Completa lo que le falta y agrega las notas.' },
    create: { title: 'Crear igual', text: 'Queda como otra consulta de la misma persona.' },
  } satisfies Record<DuplicateChoice, { title: string; text: string }>,
  overwrite: 'Lo que el lead ya dice',
  overwriteChoices: {
    fill: { title: 'Completar lo que falta', text: 'Lo que ya dice queda. El estado pasa a ser el de la fila.' },
    replace: {
      title: 'Reemplazar lo que dicen',
      text: 'Vale la fila donde dice algo, también en nombre y estado.',
    },
  },
  pais: 'País de las filas que no lo dicen',
  paisHint: 'Sirve para entender los teléfonos sin código de país.',
  paisNone: 'Sin país',
  notify: 'Avisar como si fueran consultas nuevas',
  notifyHint: 'Se reparten, cuentan como «Sin contactar», avisan y se envían al flujo de trabajo.',

  check: 'Revisar',
  checking: 'Revisando…',
  checkFailed: 'No se pudo revisar el archivo',
  checked: 'Todavía no cambió nada.',
  outcomes: {
    new: 'nuevos',
    updated: 'ya están: se actualizan',
    joined: 'ya están: se suman',
    created: 'ya están: se crean igual',
    skipped: 'ya están: se saltean',
    invalid: 'con errores: no se importan',
  },
  ambiguous: (count: number) =>
    describeCount(count, 'fecha se puede leer de dos maneras', 'fechas se pueden leer de dos maneras'),
  unread: (count: number, field: ImportField) => {
    const dates = describeCount(count, 'fecha', 'fechas');
    const name = field === 'created_at' ? '' : ` de ${importStrings.fields[field]}`;
    const remain = field === 'created_at' ? 'como «hoy»' : 'en la nota';
    return count === 1
      ? `${dates}${name} no se entendió: queda ${remain}`
      : `${dates}${name} no se entendieron: quedan ${remain}`;
  },
  orders: { day: '3/4 es 3 de abril', month: '3/4 es 4 de marzo' },
  proven: 'Otras fechas del archivo muestran el orden.',
  noLink: (count: number) => describeCount(count, 'número no abre WhatsApp', 'números no abren WhatsApp'),
  noLinkHint: 'Si les falta el código de país, elegí el país de las filas en Columnas.',
  rowsShown: (shown: number, all: number) => (shown < all ? `Las primeras ${shown} filas` : 'Cuáles'),
  preview: (count: number) => (count === 1 ? 'Así va a quedar' : `Así van a quedar los primeros ${count}`),
  contact: 'Contacto',
  next: (day: string) => `Próximo contacto: ${day}`,
  more: 'Cambios y nota',
  becomes: { join: 'Se suma a un lead que está', update: 'Actualiza un lead que está' },
  noChange: 'no cambia nada',
  opensNothing: 'no abre WhatsApp',
  pairs: (count: number) => describeCount(count, 'posible duplicado', 'posibles duplicados'),
  pairsText:
    'Comparten un email o un número con alguien de otro nombre. Entran como leads aparte, y en el panel se pueden unir si son la misma persona.',
  pairsShown: (shown: number, all: number) => (shown < all ? `Los primeros ${describeNumber(shown)}` : 'Quiénes'),
  sharedBy: (shared: string) => `comparte ${shared} con`,
  inRow: (row: number) => `(fila ${describeNumber(row)})`,
  skips: (shown: number, all: number) =>
    shown < all
      ? `Las primeras ${describeNumber(shown)} filas que se saltean, y por qué`
      : `${rows(all)} que se ${all === 1 ? 'saltea' : 'saltean'}, y por qué`,
  skipsTable: 'Filas que se saltean',
  skippedLater: 'Cuando importes vas a poder bajar estas filas con su motivo.',
  reasons: 'Qué hay que corregir',
  problems: (shown: number, all: number) =>
    shown < all ? `Las primeras ${describeNumber(shown)} celdas con errores` : importStrings.problemsTable,
  problemsTable: 'Celdas con errores',
  why: 'Motivo',
  fieldTitle: 'Campo',
  inRows: rows,
  rejectedLater: 'Cuando importes vas a poder bajar estas filas con su motivo, corregirlas e importarlas.',
  backToColumns: 'Volver a las columnas',
  run: (count: number) => `Importar ${leads(count)}`,
  runNothing: 'No hay nada para importar.',
  running: 'Empezando…',
  runFailed: 'No se pudo empezar la importación',

  progress: (done: number, total: number) => `${describeNumber(done)} de ${rows(total)}`,
  goesOn: 'Podés cerrar esta página: sigue sola.',
  states: {
    reading: 'Se está leyendo',
    ready: 'Sin importar',
    running: 'Importando',
    done: 'Importado',
    failed: 'Se detuvo',
    undoing: 'Deshaciendo',
    undone: 'Deshecho',
  },
  counts: {
    created: 'creados',
    joined: 'sumados a leads que estaban',
    updated: 'actualizados',
    skipped: 'salteados',
    rejected: 'rechazados',
    removed: 'eliminados',
    restored: 'leads que estaban, como antes',
    kept: 'quedan: alguien los trabajó después',
  },
  seeLeads: 'Ver en el panel',
  rejected: (count: number) =>
    count === 1 ? 'Bajar la fila rechazada' : `Bajar las ${describeNumber(count)} rechazadas`,
  skipped: (count: number) => (count === 1 ? 'Bajar la fila salteada' : `Bajar las ${describeNumber(count)} salteadas`),
  keptRows: { rejected: 'rechazadas', skipped: 'salteadas' },
  undo: 'Deshacer la importación',
  undoTitle: (name: string) => `¿Deshacer la importación de ${name}?`,
  undoText:
    'Los leads importados van a la papelera, y los que estaban vuelven a como eran. Los que alguien trabajó después quedan.',
  undoConfirm: 'Deshacer',
  undoFailed: 'No se pudo deshacer la importación',
  progressFailed: 'No se pudo leer cómo va la importación',
  importAnother: 'Importar otro archivo',

  former: 'Importaciones anteriores',
  keptUntil: 'Se puede deshacer hasta el',
  by: (name: string) => `por ${name}`,

  optOut: (column: string, text: string) => `No contactar. Lo dice la columna ${column}: ${text}`,
  otherEmail: (email: string) => `Otro email: ${email}`,
  otherPhone: (phone: string) => `Otro teléfono: ${phone}`,
  fax: (phone: string) => `Fax: ${phone}`,
  /** Columns of a file of contact cards. */
  vcard: {
    name: 'Nombre',
    phone: 'Teléfono',
    email: 'Email',
    company: 'Empresa',
    country: 'País',
    notes: 'Notas',
  },
  reason: 'motivo',
  unnamed: (column: number) => `Columna ${column}`,
  source: (name: string) => {
    const source = `importación: ${name}`;
    return source.length <= MAX_SOURCE_LENGTH ? source : `${source.slice(0, MAX_SOURCE_LENGTH - 1)}…`;
  },
} as const;

/** Why a file, or one of its rows, cannot be imported. */
export const importErrors = {
  nameMissing: 'Falta el nombre del archivo.',
  fieldUnknown: 'Hay una columna con un campo que no existe.',
  contactMissing: 'Elegí qué columna es el email o el WhatsApp: sin uno de los dos no hay lead.',
  duplicatesUnknown: 'Elegí qué hacer con las personas que ya están.',
  valueUnknown: 'Uno de los valores elegidos no existe.',
  paisUnknown: 'Ese país no está en la lista.',
  columnsOther: (columns: number) => `El archivo tiene ${columns} columnas: decí qué es cada una.`,
  sourcesMany: (found: number, most: number) =>
    `La columna Origen tiene más de ${most} valores distintos (${describeNumber(found)}): seguramente es otra cosa. Elegí otra columna o ninguna.`,

  readAsUnknown: 'Esa manera de leer el archivo no existe.',

  empty: 'El archivo está vacío.',
  noRows: 'El archivo no tiene filas con datos.',
  allHidden: 'Todas las filas con datos están ocultas. Mostralas en la planilla y subila de nuevo.',
  tooLarge: 'El archivo pesa más de 20 MB. Partilo en varios e importalos de a uno.',
  picture: 'El archivo es una imagen, no una planilla. Guardá la planilla como CSV o Excel (.xlsx).',
  pdf: 'El archivo es un PDF, no una planilla. Guardá la planilla como CSV o Excel (.xlsx).',
  oldExcel:
    'El archivo es un Excel anterior a 2007 (.xls) o tiene contraseña. Abrilo y guardalo como .xlsx sin contraseña.',
  binary:
    'El archivo tiene bytes nulos: no es un texto CSV, o está dañado. Volvé a guardarlo como CSV o Excel (.xlsx).',
  page: 'El archivo es una página web, no una planilla. Abrilo en Excel y guardalo como .xlsx.',
  noTable: {
    chat: 'El archivo es un chat de WhatsApp, no una planilla. Para importar a las personas, exportá tus contactos (.vcf) o una planilla con nombre y teléfono.',
    quotedLines:
      'Cada línea del archivo está entera entre comillas, como si fuera una sola celda. Abrilo en Excel, separá el texto en columnas y guardalo como .xlsx.',
    document:
      'El archivo es un documento de texto, no una planilla. Pasá los datos a una planilla y guardala como .xlsx.',
    calendar: 'El archivo es un calendario, no una lista de personas. Exportá los contactos (.vcf) o una planilla.',
    mail: 'El archivo es un correo, no una planilla. Si trae la planilla adjunta, guardala y subí esa.',
    json: 'El archivo es JSON, no una planilla. Exportalo como CSV o Excel (.xlsx).',
    xml: 'El archivo es XML, no una planilla. Exportalo como CSV o Excel (.xlsx).',
    numbers: 'El archivo es de Numbers. Abrilo y exportalo como Excel (.xlsx).',
    archive: 'El archivo está comprimido. Descomprimilo y subí la planilla que trae.',
    media: 'El archivo es un audio o un video, no una planilla.',
    database: 'El archivo es una base de datos, no una planilla. Exportá la tabla como CSV.',
  },
  notWorkbook: 'El archivo está comprimido, pero no es un Excel (.xlsx) ni una planilla OpenDocument (.ods).',
  sheetUnknown: (name: string) => `El archivo no tiene una hoja a la vista que se llame «${name}».`,
  damaged: 'El archivo está cortado o dañado: no se puede leer entero. Volvé a guardarlo y subilo de nuevo.',
  bomb: 'El archivo se descomprime en mucho más de lo que una planilla necesita, así que no se leyó.',
  entities: 'El archivo define entidades XML, que una planilla no necesita, así que no se leyó.',
  manyRows: (most: number) => `El archivo tiene más de ${describeNumber(most)} filas. Partilo en varios.`,
  manyColumns: (found: number, most: number, row: number) =>
    `La fila ${describeNumber(row)} tiene ${describeNumber(found)} columnas; se aceptan hasta ${most}. Borrá las que no hacen falta.`,
  longCell: (row: number, column: number, most: number) =>
    `La celda de la columna ${column}, fila ${describeNumber(row)}, tiene más de ${describeNumber(most)} caracteres.`,
  longRow: (row: number) =>
    `La fila ${describeNumber(row)} es demasiado larga, o tiene una comilla que se abre y no se cierra.`,
  quoteOpen: (row: number) =>
    `El archivo está cortado, o hay una comilla que se abre y no se cierra antes del final (última fila leída: ${describeNumber(row)}).`,

  readerDied: {
    memory: 'Este archivo no se pudo leer: pide más memoria que la que hay para un archivo. Partilo en varios.',
    time: 'Este archivo no se pudo leer: tarda demasiado. Partilo en varios.',
  },

  oneAtATime: 'Ya se está subiendo otro archivo. Esperá a que termine y elegí este de nuevo.',
  manyAtOnce: 'Hay demasiados archivos esperando su lectura. Probá de nuevo en un momento.',

  notChecked: 'Revisá el archivo antes de importarlo.',
  checkedAgain: 'Alguien revisó este archivo de nuevo con otras opciones. Revisalo otra vez antes de importar.',
  begun: 'Este archivo ya se importó. Para importarlo de nuevo, subilo otra vez.',
  notBegun: 'Este archivo todavía no se importó: no hay nada que deshacer.',
  forgotten: 'Ya pasaron 30 días: las filas de esta importación se eliminaron y no se puede deshacer.',
  fault: 'La importación está en pausa porque no se puede guardar ahora. Sigue sola en cuanto se pueda.',
  faultFull: 'La importación está en pausa porque el disco está lleno. Sigue sola en cuanto haya lugar.',

  skippedLead: (id: number) => `Ya está: es el lead ${id}.`,
  skippedRow: (row: number) => `Ya está: es quien dice la fila ${describeNumber(row)}.`,
  nothingNew: 'La fila no dice nada nuevo.',
  cutRow: (found: number, expected: number) =>
    `La última fila tiene ${found} de ${expected} columnas y ahí termina el archivo: parece cortado.`,
  wideRow: (found: number, expected: number) =>
    `Tiene ${found} columnas y el encabezado ${expected}: revisá las comillas y los separadores.`,
  cellLong: (most: number) => `La celda tiene más de ${describeNumber(most)} caracteres.`,
  formula: 'Es una fórmula, no un dato. Pegá el valor en su lugar.',
  cellError: (value: string) => `La planilla muestra un error (${value}) en lugar de un dato.`,
  phoneLost: (value: string) => `Excel recortó el número (${value}). Escribilo completo, con formato de texto.`,
  phoneWrong: (value: string) => `«${value}» no es un teléfono.`,
  phoneLong: 'El teléfono tiene más de 32 caracteres.',
} as const;
