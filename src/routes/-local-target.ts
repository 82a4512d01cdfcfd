import { CHANGE_PASSWORD_PATH, SIGN_IN_PATH } from '#contract/user/auth.ts';

const HOME = '/cms/dashboard';
/** Pages one is led through on the way: nobody means to go there. */
const onTheWay = [SIGN_IN_PATH, CHANGE_PASSWORD_PATH];

/** Only paths of this app: an address from elsewhere in the query leads home. */
export function localTarget(callbackUrl: string | undefined): string {
  try {
    const url = new URL(callbackUrl ?? HOME, location.origin);
    const isOurs = url.origin === location.origin && !onTheWay.some((path) => url.pathname.startsWith(path));
    // Two slashes at the front would name another host.
    return isOurs ? url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash : HOME;
  } catch {
    return HOME; // Not an address at all.
  }
}
