import './finished-rows.css';
import { type CSSProperties, useEffect, useState } from 'react';

type Props = {
  /**
   * address of a picture with the shape of the result; each version of the picture has another
   * address
   */
  src: string;
  /** finished share of the height, from the top, 0 to 1 */
  share: number;
  alt: string;
};

type Picture = Pick<Props, 'src' | 'share'>;

/** Shows the finished rows of a result over the photo. Below these rows, the photo is unchanged. */
export function FinishedRows({ src, share, alt }: Props) {
  const shown = useLoaded(src, share);
  if (!shown) return null;
  return (
    <div className="finished-rows" style={{ '--share': shown.share } as CSSProperties}>
      <img src={shown.src} alt={alt} decoding="sync" />
    </div>
  );
}

/**
 * Returns the picture to show. A version is replaced only when the next version has loaded, to
 * avoid flicker. A version that fails to load is ignored.
 */
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
