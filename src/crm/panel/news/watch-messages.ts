import type { MessageTemplate, UsualMessages } from '~/shared/messages/template';
import { usualOf } from '~/shared/messages/usual';
import { callApi } from '../../api-client';
import { $stream } from '../../ui/stream';

/** Re-reads the messages when an administrator has changed them since `version`. Returns a function that stops it. */
export function watchMessages(version: string, onChange: (usual: UsualMessages) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let known = version;

  async function follow(told: string): Promise<void> {
    if (told === known) return;
    known = told;
    try {
      const { templates } = await callApi<{ templates: MessageTemplate[] }>('/api/templates', { signal });
      if (told === known) onChange(usualOf(templates));
    } catch {
      // The next connection announces it again.
      known = version;
    }
  }

  const unbind = $stream.subscribe((stream) =>
    stream?.addEventListener('messages', ({ data }) => void follow(data), { signal }),
  );
  return () => {
    ended.abort();
    unbind();
  };
}
