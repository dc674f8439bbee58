/** Stands in for an empty field. */
export const unset = 'Sin especificar';
