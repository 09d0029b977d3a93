import type { Block, Content } from './mail-blocks.ts';
import { joined } from './mail-words.ts';

/** What stands at the end of every mail. */
export type Footer = {
  reason: string;
  /** whom to ask; empty where that would be oneself */
  questions: string;
  /** who sends it */
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

/** The mail for those who read plain text, with all that the HTML has. */
export function mailText({ title, blocks }: Content, footer: Footer): string {
  const { reason, questions, sender, unsubscribe } = footer;
  const end = [joined(reason, questions), sender];
  if (unsubscribe) end.push(`${unsubscribe.label}:\n${unsubscribe.url}`);
  return `${[title, ...blocks.map(textOf), `-- \n${end.join('\n\n')}`].join('\n\n')}\n`;
}
