import type { MessageTemplate, UsualMessages } from '~/shared/messages/template';
import { usualOf } from '~/shared/messages/usual';
import { callApi } from '../../api-client';
import { onStream } from '../../ui/on-stream';

/** Re-reads the templates when an administrator has changed them since `version`. Returns an unsubscribe function. */
export function watchTemplates(version: string, onChange: (usual: UsualMessages) => void): () => void {
  let latest = version;

  const stop = onStream('messages', async ({ data: next }) => {
    if (next === latest) return;
    latest = next;
    try {
      const { templates } = await callApi<{ templates: MessageTemplate[] }>('/api/templates');
      if (next === latest) onChange(usualOf(templates));
    } catch {
      // The next connection announces it again.
      latest = version;
    }
  });
  return () => {
    // An answer under way comes too late.
    latest = '';
    stop();
  };
}
