import { useEffect, useState } from 'react';

/** A grey HEIC of 64 × 64 pixels in base64, made with libheif. */
const tinyHeic = [
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAA',
  'AAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAEQAAACNp',
  'aW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAA',
  'AAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAA',
  'AwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAA',
  'EHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAZbWRhdAAAAA0oAa8FGP0BDUkzX8JO',
].join('');

let answer: Promise<boolean> | null = null;

/** Returns whether this browser can decode HEIC. Decodes a tiny picture once. */
function opensHeic(): Promise<boolean> {
  answer ??= (async () => {
    const bytes = Uint8Array.from(atob(tinyHeic), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/heic' }));
    bitmap.close();
    return true;
  })().catch(() => false);
  return answer;
}

/** True if this browser can decode HEIC. False until this is known, as in the prerendered page. */
export function useOpensHeic(): boolean {
  const [opens, setOpens] = useState(false);
  useEffect(() => {
    let isMounted = true;
    opensHeic().then((found) => {
      if (isMounted && found) setOpens(true);
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return opens;
}
