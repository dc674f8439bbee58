import form from '~/content/form.yaml';

/** What a visitor reads in the contact form and its answers: the editors' words, which the server answers with, too. */
export const enquiryStrings = form;
