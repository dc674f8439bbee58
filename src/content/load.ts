import { assembleContent, type Content } from './assemble';
import capabilities from './capabilities.yaml';
import comparison from './comparison.yaml';
import conversation from './conversation.yaml';
import ecosystem from './ecosystem.yaml';
import faq from './faq.yaml';
import frame from './frame.yaml';
import future from './future.yaml';
import legal from './legal.yaml';
import mexican from './mx.yaml';
import pages from './pages.yaml';
import plans from './plans.yaml';
import proof from './proof.yaml';
import sections from './sections.yaml';
import site from './site.yaml';
import solutions from './solutions.yaml';
import steps from './steps.yaml';

/** Content as written; each file is valid by itself. */
export const writtenContent: Content = {
  site,
  sections,
  frame,
  pages,
  proof,
  plans,
  comparison,
  solutions,
  ecosystem,
  capabilities,
  conversation,
  future,
  faq,
  steps,
  legal,
};

/** The landing's editions: the general one, and Mexico's in its own Spanish. */
export type Edition = 'es' | 'mx';

/** All texts of the public pages. */
export function loadContent(edition: Edition = 'es'): Content {
  return edition === 'mx' ? assembleContent(mexican, 'mx.yaml') : assembleContent(writtenContent);
}
