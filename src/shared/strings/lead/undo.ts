/** Names of the history's undo buttons. */
export const undoStrings = {
  named: (what: string) => `Deshacer: ${what}`,
  act: 'lo que hiciste',
} as const;
