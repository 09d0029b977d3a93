import './finished-rows.css';
import { type CSSProperties, useEffect, useState } from 'react';

type Props = {
  /** of the result's own shape; another address for each version */
  src: string;
  /** 0 to 1: how much of the height is finished, from the top */
  share: number;
  alt: string;
};

type Picture = Pick<Props, 'src' | 'share'>;

/** The finished rows of a result, exactly over the photo; below them the photo stays what it is. */
export function FinishedRows({ src, share, alt }: Props) {
  const shown = useLoaded(src, share);
  if (!shown) return null;
  return (
    <div className="finished-rows" style={{ '--share': shown.share } as CSSProperties}>
      <img src={shown.src} alt={alt} decoding="sync" />
    </div>
  );
}

/** A version replaces the one before once it has arrived, so that nothing flickers; one that is gone does not. */
function useLoaded(src: string, share: number): Picture | null {
  const [loaded, setLoaded] = useState<Picture | null>(null);
  useEffect(() => {
    const image = new Image();
    image.onload = () => setLoaded({ src, share });
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src, share]);
  return loaded;
}
