import type { Block, Content } from './mail-blocks.ts';
import { joined } from './mail-words.ts';

/** Footer of every mail. */
export type Footer = {
  reason: string;
  /** contact address; empty if the recipient is the support */
  questions: string;
  /** name and postal address of the sending company */
  sender: string;
  unsubscribe: { label: string; url: string } | null;
};

function textOf(block: Block): string {
  switch (block.kind) {
    case 'code':
      return `    ${block.code}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'quote':
      return block.text.replace(/^/gm, '> ');
    case 'text':
    case 'note':
      return block.text;
  }
}

/** Returns the mail as plain text, with the same content as the HTML. */
export function mailText({ title, blocks }: Content, footer: Footer): string {
  const { reason, questions, sender, unsubscribe } = footer;
  const end = [joined(reason, questions), sender];
  if (unsubscribe) end.push(`${unsubscribe.label}:\n${unsubscribe.url}`);
  return `${[title, ...blocks.map(textOf), `-- \n${end.join('\n\n')}`].join('\n\n')}\n`;
}
