import { createContext, useContext } from 'react';

/** Names that the operator configures; every message may use them as ICU variables. */
export type ProductWords = { product: string; company: string; address: string; email: string };

export const ProductWordsContext = createContext<ProductWords | null>(null);

export function useProductWords(): ProductWords {
  const words = useContext(ProductWordsContext);
  if (!words)
    throw new Error('Product words are missing. Render this component below ProductWordsContext.');
  return words;
}
