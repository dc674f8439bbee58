import { describeNumber as number } from '../number';

/** Why a file, or one of its rows, cannot be imported. */
export const importErrors = {
  nameMissing: 'Falta el nombre del archivo.',
  fieldUnknown: 'Hay una columna con un campo que no existe.',
  nombreMissing: 'Elegí qué columna es el nombre: sin nombre no hay lead.',
  contactMissing: 'Elegí qué columna es el email o el WhatsApp: sin uno de los dos no hay lead.',
  duplicatesUnknown: 'Elegí qué hacer con las personas que ya están.',
  valueUnknown: 'Uno de los valores elegidos no existe.',
  paisUnknown: 'Ese país no está en la lista.',
  columnsOther: (columns: number) => `El archivo tiene ${columns} columnas: decí qué es cada una.`,
  sourcesMany: (found: number, most: number) =>
    `La columna Origen tiene más de ${most} valores distintos (${number(found)}): seguramente es otra cosa. Elegí otra columna o ninguna.`,

  empty: 'El archivo está vacío.',
  noRows: 'El archivo no tiene filas con datos.',
  tooLarge: 'El archivo pesa más de 20 MB. Partilo en varios e importalos de a uno.',
  picture: 'El archivo es una imagen, no una planilla. Guardá la planilla como CSV o Excel (.xlsx).',
  pdf: 'El archivo es un PDF, no una planilla. Guardá la planilla como CSV o Excel (.xlsx).',
  oldExcel:
    'El archivo es un Excel anterior a 2007 (.xls) o tiene contraseña. Abrilo y guardalo como .xlsx sin contraseña.',
  binary:
    'El archivo tiene bytes nulos: no es un texto CSV, o está dañado. Volvé a guardarlo como CSV o Excel (.xlsx).',
  page: 'El archivo es una página web, no una planilla. Abrilo en Excel y guardalo como .xlsx.',
  notWorkbook: 'El archivo está comprimido, pero no es un Excel (.xlsx) ni una planilla OpenDocument (.ods).',
  sheetUnknown: (name: string) => `El archivo no tiene una hoja a la vista que se llame «${name}».`,
  damaged: 'El archivo está cortado o dañado: no se puede leer entero. Volvé a guardarlo y subilo de nuevo.',
  bomb: 'El archivo se descomprime en mucho más de lo que una planilla necesita, así que no se leyó.',
  entities: 'El archivo define entidades XML, que una planilla no necesita, así que no se leyó.',
  manyRows: (most: number) => `El archivo tiene más de ${number(most)} filas. Partilo en varios.`,
  manyColumns: (found: number, most: number, row: number) =>
    `La fila ${number(row)} tiene ${number(found)} columnas; se aceptan hasta ${most}. Borrá las que no hacen falta.`,
  longCell: (row: number, column: number, most: number) =>
    `La celda de la columna ${column}, fila ${number(row)}, tiene más de ${number(most)} caracteres.`,
  longRow: (row: number) =>
    `La fila ${number(row)} es demasiado larga, o tiene una comilla que se abre y no se cierra.`,
  quoteOpen: (row: number) =>
    `El archivo está cortado, o hay una comilla que se abre y no se cierra antes del final (última fila leída: ${number(row)}).`,

  readerDied: {
    memory:
      'Este archivo no se pudo leer: pide más memoria que la que hay para un archivo. Partilo en varios.',
    time: 'Este archivo no se pudo leer: tarda demasiado. Partilo en varios.',
  },

  notChecked: 'Revisá el archivo antes de importarlo.',
  checkedAgain:
    'Alguien revisó este archivo de nuevo con otras opciones. Revisalo otra vez antes de importar.',
  begun: 'Este archivo ya se importó. Para importarlo de nuevo, subilo otra vez.',
  notBegun: 'Este archivo todavía no se importó: no hay nada que deshacer.',
  forgotten: 'Ya pasaron 30 días: las filas de esta importación se eliminaron y no se puede deshacer.',
  fault: 'La importación está en pausa porque no se puede guardar ahora. Sigue sola en cuanto se pueda.',
  faultFull: 'La importación está en pausa porque el disco está lleno. Sigue sola en cuanto haya lugar.',

  cutRow: (found: number, expected: number) =>
    `La última fila tiene ${found} de ${expected} columnas y ahí termina el archivo: parece cortado.`,
  wideRow: (found: number, expected: number) =>
    `Tiene ${found} columnas y el encabezado ${expected}: revisá las comillas y los separadores.`,
  cellLong: (most: number) => `La celda tiene más de ${number(most)} caracteres.`,
  formula: 'Es una fórmula, no un dato. Pegá el valor en su lugar.',
  cellError: (value: string) => `La planilla muestra un error (${value}) en lugar de un dato.`,
  phoneLost: (value: string) =>
    `Excel recortó el número (${value}). Escribilo completo, con formato de texto.`,
  phoneWrong: (value: string) => `«${value}» no es un teléfono.`,
  phoneLong: 'El teléfono tiene más de 32 caracteres.',
} as const;
