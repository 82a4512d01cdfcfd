import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Context } from 'hono';

/** Bytes; a shorter answer fits into one packet without compression. */
const WORTH_PACKING = 1_000;

/**
 * Bytes. Up to this size compression takes less than half a millisecond and runs synchronously: the thread pool is
 * shared with password hashes and files, and using it costs another turn of the event loop.
 */
const AT_ONCE = 32_000;

/**
 * Chosen for two cores. Measured for 30 days of 8 sensors of the demonstration, 155.1 kB (Node 20, one 2.x GHz Xeon
 * core, best of 20): gzip 4 26.5 kB in 1.4 ms, gzip 6 24.8 in 3.1; brotli 4 22.3 kB in 1.6 ms, 5 21.8 in 3.4, 6 21.7 in
 * 3.5, 9 21.5 in 20. Lists of rows, such as people and devices, shrink by another tenth from brotli 4 to 5.
 */
const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 5;

const methods = {
  br: {
    pack: promisify<Uint8Array, object, Buffer>(brotliCompress),
    packAtOnce: brotliCompressSync,
    optionsFor: ({ byteLength }: Uint8Array) => ({
      // One chunk that is large enough for the whole answer.
      chunkSize: Math.max(64, byteLength),
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
      },
    }),
  },
  gzip: {
    pack: promisify<Uint8Array, object, Buffer>(gzip),
    packAtOnce: gzipSync,
    optionsFor: ({ byteLength }: Uint8Array) => ({ chunkSize: Math.max(64, byteLength), level: GZIP_LEVEL }),
  },
} as const;

/**
 * Compresses the body with brotli or gzip if the caller accepts it, and sets the headers. Answers of sign-in must not
 * use it: they hold secrets, and the length of a compressed answer reveals something of its content.
 */
export async function compressed(
  c: Context,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<string | Uint8Array<ArrayBuffer>> {
  c.header('Vary', 'Accept-Encoding');
  const encoding = encodingFor(c.req.header('accept-encoding') ?? '');
  if (!encoding || body.length < WORTH_PACKING) return body;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const { pack, packAtOnce, optionsFor } = methods[encoding];
  const options = optionsFor(bytes);
  const small = bytes.byteLength <= AT_ONCE ? packAtOnce(bytes, options) : await pack(bytes, options);
  c.header('Content-Encoding', encoding);
  return new Uint8Array(small);
}

/** Our preferred encoding that the header allows; a quality of 0 forbids one (RFC 9110, 12.5.3). */
function encodingFor(accepted: string): keyof typeof methods | undefined {
  const allowed = accepted
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((name) => allowed.includes(name));
}
