import { Failure, fail } from '../kernel/fail.ts';

/**
 * The body of a request as text, never more of it in memory than allowed. Throws BODY_TOO_LARGE for a longer one
 * and BAD_REQUEST for one that breaks off.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > maxBytes) fail('BODY_TOO_LARGE');
  try {
    // The HTTP parser holds a body to the length it declares; one sent in chunks declares none.
    const text = declared === null ? await readCounted(request, maxBytes) : await request.text();
    return text.length > maxBytes ? fail('BODY_TOO_LARGE') : text;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('BAD_REQUEST');
  }
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
