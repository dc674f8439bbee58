import type { Content } from './files';
import mexican from './mx.yaml';

/** The landing's editions: the general one, and Mexico's in its own Spanish. */
export type Edition = 'es' | 'mx';

const files = Object.entries(
  import.meta.glob(['./*.yaml', '!./mx.yaml', '!./agency-plans.yaml'], { eager: true, import: 'default' }),
);
const general = Object.fromEntries(files.map(([path, value]) => [path.slice(2, -5), value])) as unknown as Content;

/** All texts of the public pages. */
export const loadContent = (edition: Edition = 'es'): Content => (edition === 'mx' ? mexican : general);
