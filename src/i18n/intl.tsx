import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, Fragment, isValidElement, type ReactNode, useContext } from 'react';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';

type SyntaxTree = Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>;
/** A function renders a tag of the message: `<link>…</link>` becomes `values.link(chunks)`. */
export type RichValue = ReactNode | Date | ((chunks: ReactNode[]) => ReactNode);
export type RichValues = Record<string, RichValue>;

function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key) as Value;
  };
}

/** The parts of a message never change places: their index is a key that React may have. */
const withKeys = (parts: readonly ReactNode[]): ReactNode[] =>
  parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    isValidElement(part) ? <Fragment key={index}>{part}</Fragment> : part,
  );

function withKeyedChunks(values: RichValues): RichValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (chunks: ReactNode[]) => value(withKeys(chunks)) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Making a formatter of the platform costs more than using it a hundred times. */
function memoizeByOptions<Options, Formatter>(make: (options?: Options) => Formatter) {
  const byText = memoize((text: string) => make(JSON.parse(text) as Options));
  return (options?: Options) => byText(JSON.stringify(options ?? {}));
}

/**
 * One language: the platform's formatters, and messages as the syntax trees that the build made.
 * react-intl's engine without react-intl, which weighs three times as much (decision 0041).
 */
export function createIntl(locale: Locale, messages: Messages | null) {
  const number = memoizeByOptions(
    (o?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, o),
  );
  const date = memoizeByOptions(
    (o?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, o),
  );
  const list = memoizeByOptions((o?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, o));
  const message = memoize((id: string) => {
    const tree = messages?.[id];
    if (!tree) throw new Error(`The message "${id}" is not in ${locale}.`);
    return new IntlMessageFormat(tree as SyntaxTree, locale);
  });
  return {
    formatNumber: (value: number, options?: Intl.NumberFormatOptions) =>
      number(options).format(value),
    formatDate: (value: Date | string | number, options?: Intl.DateTimeFormatOptions) =>
      date(options).format(new Date(value)),
    formatList: (items: readonly string[], options?: Intl.ListFormatOptions) =>
      list(options).format(items),
    formatMessage: (id: string, values: RichValues): ReactNode => {
      const parts = message(id).format<ReactNode>(withKeyedChunks(values) as never);
      return Array.isArray(parts) ? withKeys(parts) : (parts as ReactNode);
    },
  };
}

export type LanguageFormats = ReturnType<typeof createIntl>;

export const LanguageContext = createContext<LanguageFormats | null>(null);

/** Numbers, dates and lists in the language on screen. */
export function useIntl(): LanguageFormats {
  const intl = useContext(LanguageContext);
  if (!intl) throw new Error('A language is only spoken below LanguageContext.');
  return intl;
}
