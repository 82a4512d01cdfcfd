import { Failure, fail } from '../kernel/fail.ts';

/**
 * The body of a request as text; never holds more than `maxBytes` in memory. Throws BODY_TOO_LARGE for a longer body
 * and BAD_REQUEST for an interrupted one.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > maxBytes) fail('BODY_TOO_LARGE');
  try {
    // The HTTP parser enforces a declared length; a chunked body declares none and must be counted.
    const text = declared === null ? await readCounted(request, maxBytes) : await request.text();
    return text.length > maxBytes ? fail('BODY_TOO_LARGE') : text;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('BAD_REQUEST');
  }
}

/** The same for a binary body. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) fail('BODY_TOO_LARGE');
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) fail('BODY_TOO_LARGE');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('BAD_REQUEST');
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function readCounted(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) fail('BODY_TOO_LARGE');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
