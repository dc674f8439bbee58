/** Why the server does not undo something. */
export const undoErrors = {
  ofSomebody: 'Lo hizo otra persona: solo se deshace lo propio.',
  tooOld: 'Pasó más de un día: ya no se puede deshacer.',
  impossible: 'Esto no se puede deshacer.',
  /** Of what was done with a lead before it was joined into this one. */
  joined: 'Es de una consulta que se unió a este lead: separala primero.',
  later: 'Después lo cambiaste otra vez: deshacé primero lo último.',
  worked: 'Otra persona ya trabajó este lead.',
} as const;
