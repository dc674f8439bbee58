/** Why two leads are not joined or separated. */
export const joinErrors = {
  itself: 'Un lead no se une consigo mismo: elegí otro.',
  joined: (nombre: string) =>
    `Mientras tanto se unió con la consulta de ${nombre}. Abrila para ver cómo quedó antes de unir otra.`,
  gone: (nombre: string) => `Esta consulta ya está unida a la de ${nombre}. Abrila para seguir.`,
  tooLate: 'Pasaron más de 30 días desde que se unieron y ya no se separan.',
  inTrash: 'La consulta con la que está unida está en la papelera. Recuperala primero.',
  separateFirst: (nombre: string) => `Primero separá la consulta de ${nombre}, con la que vino.`,
} as const;
