import { open } from 'node:fs/promises';

/** Programs write some ten chunks beside those of the picture itself. */
const maxChunks = 4000;
const signatureBytes = 8;
const headerBytes = 8;
const overheadBytes = 12;
const blockBytes = 65_536;

/**
 * Walks over the chunks of a PNG: the image library shows only the first frame of an animated one,
 * which its `acTL` chunk gives away. Reads blocks, because one read a chunk takes a minute for the
 * millions of empty chunks that fit into an upload.
 */
export async function readPngStructure(
  path: string,
): Promise<'ordinary' | 'animated' | 'too_many_chunks'> {
  const file = await open(path);
  try {
    const block = Buffer.alloc(blockBytes);
    let blockAt = 0;
    let blockEnd = 0;
    let position = signatureBytes;
    for (let others = 0; others <= maxChunks; ) {
      if (position < blockAt || position + headerBytes > blockEnd) {
        const { bytesRead } = await file.read(block, 0, blockBytes, position);
        if (bytesRead < headerBytes) return 'ordinary';
        blockAt = position;
        blockEnd = position + bytesRead;
      }
      const at = position - blockAt;
      const type = block.toString('latin1', at + 4, at + headerBytes);
      if (type === 'acTL') return 'animated';
      if (type === 'IEND') return 'ordinary';
      if (type !== 'IDAT') others += 1;
      position += block.readUInt32BE(at) + overheadBytes;
    }
    return 'too_many_chunks';
  } finally {
    await file.close();
  }
}
