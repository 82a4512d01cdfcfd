import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';
import { isHttps } from './is-https.ts';

/**
 * Nothing from elsewhere, nothing inline but what `page` holds word for word, no framing; HSTS where TLS is ours or the
 * proxy's.
 */
export function securityHeaders(config: Config, page = ''): MiddlewareHandler {
  const [overHttps, overHttp] = [headersFor(true, page), headersFor(false, page)];
  return (c, next) => (isHttps(c, config) ? overHttps : overHttp)(c, next);
}

/** What stands between these tags of the page, as sources of a content security policy. */
function hashesOf(tag: 'script' | 'style', page: string): string[] {
  return [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

function headersFor(isOverHttps: boolean, page: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...hashesOf('script', page)],
      styleSrc: ["'self'", ...hashesOf('style', page)],
      // Chart pictures and uploads under way are blobs; small icons are data.
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // A farm's place may be taken from where one stands, and a wall tablet may stay awake; nothing else is used.
    permissionsPolicy: {
      geolocation: ['self'],
      screenWakeLock: ['self'],
      camera: [],
      microphone: [],
      payment: [],
      usb: [],
    },
    strictTransportSecurity: isOverHttps ? 'max-age=15552000' : false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'same-origin',
    // Would keep plain-HTTP pages on a farm's own network from sharing a group; has no use here.
    originAgentCluster: false,
    crossOriginOpenerPolicy: isOverHttps ? 'same-origin' : false,
    crossOriginResourcePolicy: 'same-origin',
  });
}
