import type { ComponentPropsWithRef, ElementType } from 'react';
import type { ChartId } from '../../machines/app/app.machine.ts';
import { useChartAttributes } from './use-chart-attributes.ts';

type Props<Tag extends ElementType> = { as?: Tag; chart: ChartId } & Omit<
  ComponentPropsWithRef<Tag>,
  'as' | 'chart'
>;

/** An element that mirrors a chart: `<ChartElement chart="overlay" as="section">`; a div by default. */
export function ChartElement<Tag extends ElementType = 'div'>({ as, chart, ...rest }: Props<Tag>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...rest} {...useChartAttributes(chart)} />;
}
