/** Dimensions by which enquiries are split and crossed. */
export const DIMENSIONS = ['source', 'owner', 'country', 'type', 'plan', 'via'] as const;
export type Dimension = (typeof DIMENSIONS)[number];
