/** Why the server refuses a report's query or a goal. */
export const numberErrors = {
  swapped: 'Período: el primer día tiene que ser anterior al último, o el mismo.',
  tooLong: 'Período: elegí como mucho dos años.',
  dimension: 'Cruce: elegí origen, responsable, país, tipo, plan o campaña.',
  sameDimension: 'Cruce: elegí dos cosas distintas.',
  goal: 'Meta mensual: escribí un número entero de dólares, o dejala vacía.',
} as const;
