import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { shellFarms } from '#contract/farm/farm.ts';
import { sideMenu } from '#contract/menu/menu.ts';
import { CHANGE_PASSWORD_PATH, SIGN_IN_PATH } from '#contract/user/auth.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { siteInfo } from '#contract/wire/site.ts';
import { withProvisional } from '#src/api/outbox/with-provisional.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSeen } from '#src/api/read/use-seen.ts';
import { useSession } from '#src/api/session/session.ts';
import { AppShell } from '#src/features/shell/app-shell.tsx';
import { chooseFarm } from '#src/features/shell/choose-farm.ts';
import { FarmSelector } from '#src/features/shell/farm-selector.tsx';
import { ShellSkeleton } from '#src/features/shell/shell-skeleton.tsx';
import { useSignOut } from '#src/features/shell/use-sign-out.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { NewUserPrompt } from './-new-user-prompt.tsx';
import { NoFarm } from './-no-farm.tsx';
import { ShellCalendar } from './-over-page/shell-calendar.tsx';
import { ShellWeather } from './-over-page/shell-weather.tsx';
import { Waiting } from './-over-page/waiting.tsx';
import { signInFrom } from './-require-session.ts';
import { Setup } from './-setup.tsx';
import { ShellBanners } from './-shell-banners.tsx';
import { farmMeant, UnreadFarms, useFarmInAddress, useUnsentFarmsLater } from './-use-chosen-farm.ts';
import { useForeignValues } from './-use-foreign-values.ts';
import { useRecheckBeforeBarring } from './-use-recheck-before-barring.ts';
import { useRightOnPage } from './-use-right-on-page.ts';

const MY_PAGE = '/cms/my-page/edit-user-info';

/**
 * Guards everything below /cms and /admin: needs a session, then the menu, then the right to the page. The server
 * checks every call itself, including reads; this only avoids empty pages.
 */
export function SignedInShell() {
  const { data: session } = useSession();
  return session?.mustChangePassword ? <LeadToPassword /> : <Shell />;
}

/** Before a one-time password is changed the server refuses everything the shell needs. */
function LeadToPassword() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const { href } = router.latestLocation;
    void navigate({ to: CHANGE_PASSWORD_PATH, search: { callbackUrl: href }, replace: true });
  }, [router, navigate]);
  return <ShellSkeleton />;
}

function Shell() {
  const { status, data: session, ended } = useSession();
  const { leave, dialog } = useSignOut();
  // Only the parts of the URL that the shell needs, so that it does not render on every URL change.
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const isSignedIn = status === 'authenticated';
  const menuRead = readQuery(sideMenu, { query: { userAuthority: session?.userAuthority } });
  const menus = useQuery({ ...menuRead, enabled: isSignedIn });
  const farmsRead = readQuery(shellFarms, {});
  const farms = useQuery({ ...farmsRead, enabled: isSignedIn });
  const site = useQuery(readQuery(siteInfo, {}));
  const farm = useSearch({ strict: false, select: (search) => search.farm });

  const router = useRouter();
  useEffect(() => {
    // Read at the time of use: as a dependency it would change with the navigation that it causes.
    const { href, pathname: at } = router.latestLocation;
    if (status === 'unauthenticated' && at !== SIGN_IN_PATH) void navigate(signInFrom(href, ended));
  }, [status, ended, router, navigate]);

  const menu = menus.data?.value;
  // The page is shown while its right is unknown: it cannot change anything until then.
  const isPermitted = useRightOnPage(pathname) !== 'none';
  const isMenuAsked = useRecheckBeforeBarring(menuRead, isSignedIn && !isPermitted && menus.data?.from === 'device');
  const isRefused = !isPermitted && !isMenuAsked;
  useEffect(() => {
    if (isSignedIn && isRefused) void navigate({ to: '/404', replace: true });
  }, [isSignedIn, isRefused, navigate]);

  const read = farms.data?.value;
  const seenFarms = useSeen(farms);
  const hasNoFarm = read?.length === 0;
  const areFarmsAsked = useRecheckBeforeBarring(farmsRead, isSignedIn && hasNoFarm && farms.data?.from === 'device');
  const needsFarm = useMatches({
    select: (matches) => matches.find(({ staticData }) => staticData.needsFarm)?.staticData.needsFarm,
  });
  // No page about a farm of the server can show one that this device has not sent.
  const isHeld = needsFarm === true && (isProvisional(farm) || (hasNoFarm && !areFarmsAsked));
  // A farm that the list lacks may have been made here; before the list is read, nothing is known of it.
  const isUnlisted = farm !== undefined && read !== undefined && !read.some(({ index }) => index === farm);
  const { UnsentFarmsOfDevice, known, setKnown, sent, waiting } = useUnsentFarmsLater(
    isHeld || needsFarm === 'or-unsent' || isProvisional(farm) || isUnlisted,
  );
  const { at, isUnsent } = farmMeant(farm, known);
  const list = read && withProvisional(read, { unread: sent });
  const chosen = list && !isUnsent ? chooseFarm(list, at ?? null) : undefined;
  const shown = needsFarm ? chosen : null;
  useForeignValues(shown);
  useFarmInAddress(shown?.index);

  if (!isSignedIn || !session || !isPermitted) return <ShellSkeleton />;
  return (
    <AppShell
      menus={menu ?? []}
      pathname={pathname}
      userId={session.userId}
      onSignOut={leave}
      isSimulated={
        list?.some(({ index, isMine, isSimulated }) => isSimulated && (isMine || index === chosen?.index)) ?? false
      }
      operator={site.data?.value.operator ?? {}}
      banner={<ShellBanners />}
      actions={
        <>
          {list && chosen && (
            <>
              <ShellWeather farms={list} farm={chosen} />
              <ShellCalendar farms={list} farm={chosen} />
            </>
          )}
          <Waiting />
        </>
      }
      farmSelector={
        list &&
        // The name of an unsent farm is read from the device.
        (known || !isUnsent) && (
          <FarmSelector
            farms={[...list, ...waiting]}
            value={at ?? null}
            onChange={(index) =>
              void navigate({
                // The page of an unsent farm is its own only.
                to: isUnsent && pathname.endsWith(`/${at}`) ? '/cms/dashboard' : '.',
                search: (was: object) => ({ ...was, farm: index, sensors: undefined, devices: undefined }),
              })
            }
          />
        )
      }
    >
      {session.isNew && pathname !== MY_PAGE && <NewUserPrompt userId={session.userId} />}
      {chosen?.isMine && <Setup key={chosen.index} farm={chosen} pathname={pathname} />}
      {UnsentFarmsOfDevice && (
        <UnsentFarmsOfDevice index={farm} seen={seenFarms} onKnown={setKnown} isHeld={isHeld} noFarm={<NoFarm />} />
      )}
      <UnreadFarms value={sent}>
        {isHeld ? !UnsentFarmsOfDevice && <Skeleton className="h-[40rem]" /> : <Outlet />}
      </UnreadFarms>
      {dialog}
    </AppShell>
  );
}
