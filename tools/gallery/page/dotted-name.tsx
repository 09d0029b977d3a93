import { Fragment } from 'react';

/** A name with dots, which may go on in the next line after a dot and not within a word. */
export function DottedName({ name }: { name: string }) {
  return name.split(/(?<=\.)(?=\S)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
