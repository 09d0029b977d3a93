import type { Disclosure } from '../../machines/model/disclosures.ts';
import type { PageText } from './page-text.ts';

/** Returns the text without the blocks whose condition `when` is false. */
export const onlyTrue = (text: PageText, truths: readonly Disclosure[]): PageText => ({
  ...text,
  sections: text.sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter(
      (block) => !('when' in block) || block.when === undefined || truths.includes(block.when),
    ),
  })),
});
