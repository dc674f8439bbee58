import form from '~/content/form.yaml';
import legal from '~/content/legal.yaml';

const policy = legal.find(({ id }) => id === 'privacidad');
if (!policy) throw new Error('src/content/legal.yaml: falta la entrada "privacidad"');

/** What people consent to. Server only: it includes the full legal texts. */
export const consentStrings = {
  /** The form's sentence, with the version of the policy it links to. */
  sentence: `${form.consent.replaceAll(/[[\]]/g, '')} (${policy.titulo} del ${policy.fecha})`,
};
