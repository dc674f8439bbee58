/** Why a lead's number has no link, and how to correct it. */
export const phoneStrings = {
  /** For somebody whom only Meta's id names. */
  hidden: 'No muestra su número: WhatsApp la conoce por su usuario, y se le contesta desde su historia.',
  faults: {
    text: 'No es un número: escribilo con + y el código de país.',
    code: 'Falta el código de país: agregalo como +595… o elegí el país.',
    unknown: 'Ningún país tiene un número así: escribilo con + y el código de país.',
    area: (_country: string, example: string) => `Falta el código de área: escribilo como ${example}.`,
    few: (country: string, example: string) => `Le faltan dígitos: en ${country} se escribe como ${example}.`,
    many: (country: string, example: string) =>
      `Le sobran dígitos: en ${country} se escribe como ${example}. Si es de otro país, agregá su código.`,
    country: (country: string, example: string) => `No hay números así en ${country}: ahí se escribe como ${example}.`,
  },
  fix: 'Corregir',
  fixOf: (nombre: string) => `Corregir el WhatsApp de ${nombre}`,
} as const;
