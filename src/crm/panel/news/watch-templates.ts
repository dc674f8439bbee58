import { type MessageTemplate, pickUsualTemplates, type UsualTemplates } from '~/shared/templates/template';
import { callApi } from '../../api-client';
import { onStream } from '../../ui/stream';

/** Re-reads the templates when an administrator has changed them since `version`. Returns an unsubscribe function. */
export function watchTemplates(version: string, onChange: (usual: UsualTemplates) => void): () => void {
  let latest = version;

  const stop = onStream('messages', async ({ data: next }) => {
    if (next === latest) return;
    latest = next;
    try {
      const { templates } = await callApi<{ templates: MessageTemplate[] }>('/api/templates');
      if (next === latest) onChange(pickUsualTemplates(templates));
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
