import {
  type Locale,
  localeOfPath,
  localeOfTag,
  localisePath,
} from '../../machines/model/locale.ts';
import { matchPage, type PageName, pageNames, prerenderPath } from './pages.ts';

/** The page the server sent. */
export type OpenedPage = {
  name: PageName;
  locale: Locale;
  /** the address it was prerendered at: the first render must be of the same */
  prerenderedAt: string;
  /** path and query in the page's language, for the charts; '' while prerendering */
  path: string;
};

const isPageName = (name: string | undefined): name is PageName =>
  (pageNames as readonly (string | undefined)[]).includes(name);

/**
 * Reads which page this is from `<html lang data-page>`: for a missing or failed page the address
 * does not tell. A page of the development server carries neither.
 */
export function readOpenedPage(root: HTMLElement, address: URL): OpenedPage {
  const path = address.pathname + address.search;
  const { page } = root.dataset;
  const name = isPageName(page) ? page : matchPage(path).name;
  const locale = (page && localeOfTag(root.lang)) || localeOfPath(path);
  return {
    name,
    locale,
    prerenderedAt: prerenderPath(name, locale),
    path: localisePath(path, locale),
  };
}
