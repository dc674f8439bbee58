import { namePromise, whatsappUrl } from '~/content/figures';
import type { Content } from '~/content/files';

/** After the form's first sentence: how soon it is answered, and the way around it. */
export function ContactWays({ content }: { content: Content }) {
  const { site, sections, frame } = content;
  const promise = namePromise(content);
  const href = whatsappUrl(site);
  return (
    <>
      {promise && `${promise} `}
      {href && (
        <a href={href} target="_blank" rel="noopener">
          {sections.closing.whatsapp} <span className="sr">{frame.otraPestana}</span>
        </a>
      )}
    </>
  );
}
