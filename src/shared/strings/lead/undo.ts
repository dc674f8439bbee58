/** The names of the buttons in a history that undo what it tells. */
export const undoStrings = {
  named: (what: string) => `Deshacer: ${what}`,
  act: 'lo que hiciste',
} as const;
