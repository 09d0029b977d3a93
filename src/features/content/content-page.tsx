import './content.css';
import type { ReactNode } from 'react';
import { LocaleLink } from '../../i18n/link.tsx';
import type { PageBlock, PageSection, PageText } from '../../i18n/page-text.ts';
import { useProductWords } from '../../i18n/product-words.tsx';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';

function Block({ block }: { block: PageBlock }) {
  const { email } = useProductWords();
  switch (block.kind) {
    case 'text':
      return <p data-when={block.when}>{block.text}</p>;
    case 'list':
      return (
        <ul data-when={block.when}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'link':
      return (
        <p>
          <LocaleLink to={block.to} className="content-link">
            {block.text}
            <Icon name="arrow" size={18} />
          </LocaleLink>
        </p>
      );
    case 'mail':
      return (
        <p>
          <a href={`mailto:${email}`} className={buttonClass()}>
            {block.text}
          </a>
        </p>
      );
  }
}

const Blocks = ({ blocks }: Pick<PageSection, 'blocks'>) =>
  blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
    <Block key={index} block={block} />
  ));

const Section = ({ section: { id, heading, blocks } }: { section: PageSection }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    <Blocks blocks={blocks} />
  </section>
);

/**
 * Shows a section that is folded until it is pressed. The id is inside, so that browsers unfold the
 * section for a link to it. The form of the page loads the style.
 */
const FoldedSection = ({ section: { id, heading, blocks } }: { section: PageSection }) => (
  <details className="fold">
    <summary>
      <h2>{heading}</h2>
      <Icon name="chevron" />
    </summary>
    <div id={id}>
      <Blocks blocks={blocks} />
    </div>
  </details>
);

type Props = {
  page: PageText;
  name: string;
  /** a form that is shown above the text */
  form?: ReactNode;
};

/** Shows a content page (R10), with or without a form. */
export function ContentPage({ page, name, form }: Props) {
  const t = useText();
  const { day } = useFormats();
  const long = page.sections.length > 3;
  // on this page the form is the content, and the text only explains it
  const SectionOf = name === 'manage-membership-plan' ? FoldedSection : Section;
  return (
    <div className="page content" data-page={name} data-long={long}>
      <header className="content-head">
        <h1>{page.title}</h1>
        <p className="lead">{page.lead}</p>
        {page.updated && (
          <p className="small muted">{t('content.updated', { date: day(page.updated) })}</p>
        )}
      </header>
      {form}
      {long && (
        <nav className="content-toc" aria-label={t('content.contents')}>
          <h2>{t('content.contents')}</h2>
          <ul>
            {page.sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <article className="content-text">
        {page.sections.map((section) => (
          <SectionOf key={section.id} section={section} />
        ))}
      </article>
    </div>
  );
}
