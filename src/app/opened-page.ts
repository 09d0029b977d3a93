import {
  type Locale,
  localeOfPath,
  localeOfTag,
  localisePath,
} from '../../machines/model/locale.ts';
import { matchPage, type PageName, pageNames } from '../../machines/model/pages.ts';

export type OpenedPage = {
  name: PageName;
  locale: Locale;
  /** the path for which its HTML was prerendered: the first render must use the same */
  prerenderedAt: string;
  /** path, query and fragment in the page's language, for the charts */
  path: string;
};

const isPageName = (name: string | undefined): name is PageName =>
  (pageNames as readonly (string | undefined)[]).includes(name);

/**
 * Reads the page's name from `<html lang data-page data-path>`: a missing or failed page may be at
 * any address. A page of the development server has no such attributes.
 */
export function readOpenedPage(root: HTMLElement, address: URL): OpenedPage {
  const path = address.pathname + address.search + address.hash;
  const { page, path: prerenderedAt } = root.dataset;
  const name = isPageName(page) ? page : matchPage(path).name;
  const locale = (page && localeOfTag(root.lang)) || localeOfPath(path);
  return {
    name,
    locale,
    prerenderedAt: prerenderedAt ?? localisePath(address.pathname, locale),
    path: localisePath(path, locale),
  };
}
