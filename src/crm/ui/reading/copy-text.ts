import { showToast } from '../toasts/toasts';

/**
 * Copies a text and says so. Without https there is no clipboard: then `otherwise` runs. Resolves to whether it was
 * copied.
 */
export async function copyText(text: string, copied: string, otherwise: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    otherwise();
    return false;
  }
  showToast({ tone: 'success', text: copied });
  return true;
}
