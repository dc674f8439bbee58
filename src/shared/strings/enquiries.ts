import form from '~/content/form.yaml';

/** Texts of the contact form and its answers. Editors write them; the server uses them, too. */
export const enquiryStrings = form;
