import writtenContent from './all.yaml';
import { assembleContent } from './assemble';
import type { Content } from './files';
import mexican from './mx.yaml';

/** The landing's editions: the general one, and Mexico's in its own Spanish. */
export type Edition = 'es' | 'mx';

/** All texts of the public pages. */
export function loadContent(edition: Edition = 'es'): Content {
  return edition === 'mx' ? assembleContent(mexican, 'mx.yaml') : assembleContent(writtenContent);
}
