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
  /** path with which the page was prerendered; the first render must use the same path */
  prerenderedAt: string;
  /** path, query and fragment for the charts, with the language of the page */
  path: string;
  /** id of the failure in the server's log, if the server sent the error page */
  errorId: string | null;
};

const isPageName = (name: string | undefined): name is PageName =>
  (pageNames as readonly (string | undefined)[]).includes(name);

/**
 * Returns the page's name and paths from the attributes of `<html lang data-page data-path data-error-id>`,
 * because a missing or failed page may have any address. Pages of the development server have no
 * such attributes.
 */
export function readOpenedPage(root: HTMLElement, address: URL): OpenedPage {
  const path = address.pathname + address.search + address.hash;
  const { page, path: prerenderedAt, errorId } = root.dataset;
  const name = isPageName(page) ? page : matchPage(path).name;
  const locale = (page && localeOfTag(root.lang)) || localeOfPath(path);
  return {
    name,
    locale,
    prerenderedAt: prerenderedAt ?? localisePath(address.pathname, locale),
    path: localisePath(path, locale),
    errorId: errorId || null,
  };
}
