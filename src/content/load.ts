import { assembleContent, type Content } from './assemble';
import capabilities from './capabilities.yaml';
import conversation from './conversation.yaml';
import ecosystem from './ecosystem.yaml';
import faq from './faq.yaml';
import future from './future.yaml';
import legal from './legal.yaml';
import plans from './plans.yaml';
import sections from './sections.yaml';
import site from './site.yaml';
import solutions from './solutions.yaml';

/** Everything that the public pages say. */
export function loadContent(): Content {
  return assembleContent({
    site,
    sections,
    plans,
    solutions,
    ecosystem,
    capabilities,
    conversation,
    future,
    faq,
    legal,
  });
}
