import type { Edition } from '../shared/editions';
import es from './es.yaml';
import type { Content } from './files';
import mx from './mx.yaml';

const files = Object.entries(
  import.meta.glob(['./*.yaml', '!./{tu,mx,es,agency-plans,templates}.yaml'], { eager: true, import: 'default' }),
);
const general = Object.fromEntries(files.map(([path, value]) => [path.slice(2, -5), value])) as unknown as Content;

const CONTENTS: Record<Edition, Content> = { general, mx, es };

/** All texts of the public pages. */
export const loadContent = (edition: Edition = 'general'): Content => CONTENTS[edition];
