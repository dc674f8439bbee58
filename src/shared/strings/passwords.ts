/** Why a password is refused, and what to do instead. */
export const passwordStrings = {
  tooShort: (min: number) => `Contraseña: usá al menos ${min} caracteres.`,
  common: 'Contraseña: es de las más usadas y se adivina enseguida. Probá con varias palabras al azar.',
  productNamed: 'Contraseña: no uses el nombre del producto. Probá con varias palabras al azar.',
  personal: 'Contraseña: no uses tu nombre ni tu email. Probá con varias palabras al azar.',
  unchanged: 'Contraseña: elegí una distinta de la actual.',
  notOfSignUp: 'Contraseña: no es la que elegiste al crear la cuenta con este enlace.',
  wrong: 'Contraseña: no es la correcta.',
  currentWrong: 'Contraseña actual: no es la correcta.',
} as const;
