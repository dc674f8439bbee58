/** By what enquiries are told apart, and crossed with each other. */
export const DIMENSIONS = ['source', 'owner', 'country', 'type', 'plan', 'via'] as const;
export type Dimension = (typeof DIMENSIONS)[number];
