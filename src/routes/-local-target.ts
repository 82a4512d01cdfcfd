import { CHANGE_PASSWORD_PATH, SIGN_IN_PATH } from '#contract/user/auth.ts';

const HOME = '/cms/dashboard';
/** Intermediate pages: never a target after signing in. */
const onTheWay = [SIGN_IN_PATH, CHANGE_PASSWORD_PATH];

/** Accepts only paths of this app: any other address leads to the home page. */
export function localTarget(callbackUrl: string | undefined): string {
  try {
    const url = new URL(callbackUrl ?? HOME, location.origin);
    const isOurs = url.origin === location.origin && !onTheWay.some((path) => url.pathname.startsWith(path));
    // A path starting with two slashes would name another host.
    return isOurs ? url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash : HOME;
  } catch {
    return HOME; // Not a valid URL.
  }
}
