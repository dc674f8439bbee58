import { createElement, Fragment } from 'react';

/** Before its '@' and its domain's dots. */
const BREAKS = /(?=[@.][^@]*$)/;

/** An email address that breaks there rather than within a word. */
export function Email({ address }: { address: string }) {
  const parts = address.split(BREAKS).flatMap((part) => [part, <wbr key={part} />]);
  return createElement(Fragment, null, ...parts);
}
