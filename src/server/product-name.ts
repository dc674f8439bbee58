/** The product's name, as mails sign and passwords must not repeat it. */
export const PRODUCT_NAME = 'Zaguán';
