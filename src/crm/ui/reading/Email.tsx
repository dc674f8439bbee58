import { Fragment } from 'react';

/** An email address that breaks before its '@' and its domain's dots rather than within a word. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  const parts = address.slice(at).split(/(?=\.)/);
  return (
    <>
      {address.slice(0, at)}
      {parts.map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
