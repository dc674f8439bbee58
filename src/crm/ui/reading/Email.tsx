import { createElement, Fragment } from 'react';

/** An email address that breaks before its '@' and its domain's dots rather than within a word. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  const parts = address
    .slice(at)
    .split(/(?=\.)/)
    .flatMap((part) => [<wbr key={part} />, part]);
  return createElement(Fragment, null, address.slice(0, at), ...parts);
}
