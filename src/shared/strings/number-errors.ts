/** Why the server refuses a report's period. */
export const numberErrors = {
  swapped: 'Período: el primer día tiene que ser anterior al último, o el mismo.',
  tooLong: 'Período: elegí como mucho dos años.',
} as const;
