import { name as names } from '~/content/plans.yaml';
import site from '~/content/site.yaml';
import { foldText } from '~/shared/leads/search';

/**
 * The plan's name in a message that the site's WhatsApp links began ('… del plan Chat con IA.'), also where the person
 * changed or added words around it; null for any other message.
 */
export function topicOfText(text: string): string | null {
  // Editors may leave that part out.
  if (!site.whatsapp) return null;
  // What stands before the plan in its own sentence: people leave out greetings.
  const [before = ''] = site.whatsapp.textoPlan.split('{plan}');
  const lead = before.replace(/^.*[.!?}](?=\s)/s, '');
  const said = foldText(text);
  const asked = names.filter((name) => said.includes(foldText(lead + name)));
  // 'Chat con IA' is part of 'Chat con IA Plus'.
  return asked.sort((a, b) => b.length - a.length)[0] ?? null;
}
