/** The 9 after a Brazilian area code. A number that begins with 2 to 5 after it would be a landline without it. */
const NINTH_DIGIT = /^(55[1-9]{2})9(?=[016-9]\d{7}$)/;
const WITHOUT_NINTH_DIGIT = /^(55[1-9]{2})(?=[016-9]\d{7}$)/;

/** International digits without what Argentine and Brazilian mobiles have only in some spellings. */
export function withoutMobilePrefix(digits: string): string {
  return digits.replace(/^549(?=\d{10}$)/, '54').replace(NINTH_DIGIT, '$1');
}

/** A phone key with the 9 of Brazilian mobiles. */
export function withNinthDigit(phoneKey: string): string {
  return phoneKey.replace(WITHOUT_NINTH_DIGIT, '$19');
}
