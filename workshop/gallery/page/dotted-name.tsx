import { Fragment } from 'react';

/** A dotted name that may wrap after a dot, but not within a word. */
export function DottedName({ name }: { name: string }) {
  return name.split(/(?<=\.)(?=\S)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their index
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
