import type { Content } from '~/content/files';
import type { Edition } from '~/shared/editions';
import { EDITION_TEXTS } from '../editions';
import { ContactForm } from './ContactForm';
import { ContactWays } from './ContactWays';

const ID = 'contacto';

type Props = {
  content: Content;
  action: string;
  isOwn: boolean;
  edition: Edition;
};

/** A native dialog, opened and sent without a script. Its island draws into one place of its form only: ContactNotes. */
export default function ContactDialog({ content, action, isOwn, edition }: Props) {
  const { form: strings } = EDITION_TEXTS[edition];
  return (
    <dialog
      id={ID}
      className="contact"
      closedby="any"
      aria-labelledby={`${ID}-titulo`}
      aria-describedby={`${ID}-bajada`}
    >
      {/* Fills the dialog, so that a click on the dialog itself is one on its backdrop. */}
      <div className="sheet">
        <form method="dialog">
          <button type="submit" className="close">
            {strings.close}
          </button>
        </form>
        <h2 id={`${ID}-titulo`}>{strings.title}</h2>
        <p id={`${ID}-bajada`}>
          {strings.subtitle} <ContactWays content={content} />
        </p>
        <ContactForm action={action} own={isOwn ? {} : undefined} edition={edition}>
          <div className="about" data-island="contact" data-edition={edition} />
        </ContactForm>
      </div>
    </dialog>
  );
}
