import { useText } from '../../i18n/text.tsx';
import { useCompareWords } from '../../i18n/use-compare-words.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { CompareView } from '../../ui/compare-view.tsx';

/**
 * Width and height of the two pictures in pixels. workshop/gallery/make-home-pictures.ts makes the
 * pictures.
 */
const hero = { before: [240, 160], after: [960, 640] } as const;

export function HeroCompare() {
  const t = useText();
  const { pixels } = useFormats();
  const words = useCompareWords();
  const [width, height] = hero.after;
  return (
    <div className="hero-compare">
      <CompareView
        eager
        before={{
          src: '/home/hero-before.webp',
          avif: '/home/hero-before.avif',
          alt: t('home.hero.beforeAlt'),
        }}
        after={{
          src: '/home/hero-after.webp',
          avif: '/home/hero-after.avif',
          alt: t('home.hero.afterAlt'),
        }}
        width={width}
        height={height}
        words={{ ...words, label: t('home.hero.label') }}
      />
      <p className="small muted">
        {t('home.hero.caption', { before: pixels(...hero.before), after: pixels(...hero.after) })}
      </p>
    </div>
  );
}
