import form from '~/content/form.yaml';

/** Texts of the contact form and its answers, written by editors and shared with the server. */
export const enquiryStrings = form;
