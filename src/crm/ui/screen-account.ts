/** The id of the account whose screen this is, as the page was rendered for it; undefined where nobody is signed in. */
export function screenAccount(): string | undefined {
  return document.documentElement.dataset.account;
}
