/** The id of the account for which the page was rendered; undefined if nobody is signed in. */
export function screenAccount(): string | undefined {
  return document.documentElement.dataset.account;
}
