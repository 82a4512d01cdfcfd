import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';
import { isHttps } from './is-https.ts';

/**
 * Allows nothing from other origins, no framing, and no inline code except what stands in `page` (by its hash). Sends
 * HSTS when the browser uses TLS.
 */
export function securityHeaders(config: Config, page = ''): MiddlewareHandler {
  const [overHttps, overHttp] = [headersFor(true, page), headersFor(false, page)];
  return (c, next) => (isHttps(c, config) ? overHttps : overHttp)(c, next);
}

/** The contents of these tags of the page, as hash sources of a content security policy. */
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
      // Chart pictures and pending uploads are blob URLs; small icons are data URLs.
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // The app uses geolocation for a farm's position and the wake lock for wall tablets, and nothing else.
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
    // Not needed, and it would keep plain-HTTP pages on a farm's own network from sharing a group.
    originAgentCluster: false,
    crossOriginOpenerPolicy: isOverHttps ? 'same-origin' : false,
    crossOriginResourcePolicy: 'same-origin',
  });
}
