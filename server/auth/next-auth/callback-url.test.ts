import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHttpUrl, redirectTarget, resolveCallbackUrl } from './callback-url.ts';

const origin = 'http://localhost:3000';

describe('redirect target', () => {
  it.each([
    ['http://evil.example/x', origin],
    ['https://localhost:3000/x', origin],
    ['http://localhost:3001/x', origin],
    ['http://localhost:3000@evil.example/', origin],
    ['http://localhost:3000//evil.example/', `${origin}/evil.example/`],
    ['javascript:alert(1)', origin],
    ['data:text/html,x', origin],
    ['//evil.example/x', `${origin}/evil.example/x`],
    ['/\\evil.example/x', `${origin}/evil.example/x`],
    ['/\t/evil.example', `${origin}/evil.example`],
    ['/cms/농장', `${origin}/cms/%EB%86%8D%EC%9E%A5`],
    ['/a\r\nSet-Cookie: x=1', `${origin}/aSet-Cookie:%20x=1`],
    [`/${'a'.repeat(2_000)}`, origin],
  ])('of %.40j stays with us', (url, out) => {
    expect(redirectTarget(url, origin)).toBe(out);
  });

  it('never leaves the origin, whatever is asked', () => {
    const asked = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map((s) => `/${s}`),
      fc.string({ unit: fc.constantFrom('/', '\\', '@', ':', '.', 'e', '\t', '\n', '?', '#') }).map((s) => `/${s}`),
    );
    fc.assert(
      fc.property(asked, (url) => {
        const target = orUndefined(() => redirectTarget(url, origin));
        if (target === undefined) return;
        expect(new URL(target).origin).toBe(origin);
        expect(target).toMatch(/^[!-~]*$/);
        expect(new URL(target).pathname).not.toMatch(/^\/[/\\]/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('throws for what is neither a path nor a URL', () => {
    expect(() => redirectTarget('cms/dashboard', origin)).toThrow(TypeError);
    expect(() => redirectTarget('http://localhost:3000.evil.example/', origin)).toThrow(TypeError);
  });
});

describe('callback URL', () => {
  it('is what is asked, else what is remembered, else the origin; the cookie learns what it does not know', () => {
    expect(resolveCallbackUrl('/a', `${origin}/b`, origin)).toEqual({ url: `${origin}/a`, isNew: true });
    expect(resolveCallbackUrl(undefined, `${origin}/b`, origin)).toEqual({ url: `${origin}/b`, isNew: false });
    expect(resolveCallbackUrl('', `${origin}/b`, origin)).toEqual({ url: `${origin}/b`, isNew: false });
    expect(resolveCallbackUrl(undefined, undefined, origin)).toEqual({ url: origin, isNew: true });
    expect(resolveCallbackUrl(undefined, 'http://evil.example', origin)).toEqual({ url: origin, isNew: true });
  });

  it('may be a path or http(s)', () => {
    expect(['/x', 'http://a.example', 'https://a.example'].every((url) => isHttpUrl(url, origin))).toBe(true);
    expect(['x', 'javascript:alert(1)', 'ftp://a.example', 'http://'].some((url) => isHttpUrl(url, origin))).toBe(
      false,
    );
  });
});

function orUndefined<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return undefined;
  }
}
