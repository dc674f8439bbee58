/** What the panel's further filters and its question before a removal say; they are loaded after it. */
export const leadForms = {
  anyTime: 'Da igual',
  daysSwapped: 'El primer día es después del último.',
} as const;
