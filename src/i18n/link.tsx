import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { localisePath } from '../../machines/model/locale.ts';
import { useChart } from '../machine-react/use-chart.ts';

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** path of a page of this site without language, beginning with a slash: `/record` */
  to: string;
};

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Renders a link to another page of this site in the current language. The link works without
 * JavaScript. A plain click sends the path to the root chart, which refuses addresses outside this
 * site (R9).
 */
export function LocaleLink({ to, onClick, ...rest }: Props) {
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  const [, navigate] = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={localisePath(to, locale)} onClick={follow} />;
}
