/** Why the CRM itself gave a message up, beside Meta's codes, which are positive. */
export const OWN_FAILURES = {
  /** Its lead was deleted, or is in the trash. */
  leadGone: -1,
  /** The number was disconnected. */
  disconnected: -2,
  /** It could not be sent for a day. */
  tooLate: -3,
} as const;

/** Meta's code for a text after the person's 24 hours. */
export const WINDOW_CLOSED = 131047;
