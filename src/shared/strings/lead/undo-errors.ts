/** Why the server refuses an undo. */
export const undoErrors = {
  ofSomebody: 'Lo hizo otra persona: solo se deshace lo propio.',
  tooOld: 'Pasó más de un día: ya no se puede deshacer.',
  impossible: 'Esto no se puede deshacer.',
  /** For an act on a lead that was since joined into this one. */
  joined: 'Es de una consulta que se unió a este lead: separala primero.',
  later: 'Después lo cambiaste otra vez: deshacé primero lo último.',
  worked: 'Otra persona ya trabajó este lead.',
} as const;
