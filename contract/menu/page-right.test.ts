import { describe, expect, it } from 'vitest';
import { type AuthCode, authCodes } from './menu.ts';
import { isOfPage, type Role, rightOnPage, roleOf } from './page-right.ts';

const user = (...entries: [menuUrl: string, authCode: AuthCode][]): Role => ({
  authority: 'ROLE_USER',
  entries: entries.map(([menuUrl, authCode]) => ({ menuUrl, authCode })),
});
const administrator: Role = { authority: 'ROLE_ADMINISTER', entries: [] };

/** What the codes of a family grant on its pages, by section 6 of the specification. */
const family = (code: AuthCode, url: string) => {
  const base = url.replace('-manage', '');
  return [url, `${base}-create`, `${base}-edit`, `${base}-edit/3`].map((path) => rightOnPage(user([url, code]), path));
};

describe('the right on a page', () => {
  it('is none as long as the role or its menu is not known', () => {
    expect(rightOnPage(undefined, '/cms/farm/farm-manage')).toBe('none');
    expect(roleOf('ROLE_USER', undefined)).toBeUndefined();
    expect(roleOf(undefined, [])).toBeUndefined();
  });

  it('always lets a user see dashboard, outbox, policy and terms', () => {
    for (const path of ['/cms/dashboard', '/cms/outbox', '/cms/policy', '/cms/terms', '/cms/dashboard/']) {
      expect(rightOnPage(user(), path)).toBe('read');
    }
    expect(rightOnPage(user(), '/cms/monitor/record')).toBe('none');
  });

  it.each([
    ['AUTH_ALLOW', 'write'],
    ['AUTH_WRITE', 'write'],
    ['AUTH_READ', 'read'],
  ] as const)('is by %s to %s where a page stands alone', (code, right) => {
    const role = user(['/cms/control/heat-settings', code]);
    expect(rightOnPage(role, '/cms/control/heat-settings')).toBe(right);
    expect(rightOnPage(role, '/cms/control/heat-settings-print')).toBe('read');
    expect(rightOnPage(role, '/cms/control/heat-settings-edit')).toBe('none');
    expect(rightOnPage(role, '/cms/control')).toBe('none');
  });

  it.each([
    ['AUTH_WRITE', ['write', 'write', 'write', 'write']],
    ['AUTH_READ', ['read', 'none', 'read', 'read']],
    ['AUTH_ALLOW', ['read', 'none', 'none', 'none']],
  ] as const)('is by %s on list, create and edit pages: %j', (code, rights) => {
    expect(family(code, '/cms/farm/farm-manage')).toEqual(rights);
    expect(rightOnPage(user(['/cms/farm/farm-manage', code]), '/cms/farm/farm-delete/3')).toBe('none');
  });

  it.each(['reservation-composite', 'reservation-target', 'water-sensor', 'water-time'])(
    'lets whoever may only look see the list of %s and none of its rows',
    (name) => {
      expect(family('AUTH_READ', `/cms/control/${name}-manage`)).toEqual(['read', 'none', 'none', 'none']);
      expect(family('AUTH_WRITE', `/cms/control/${name}-manage`)).toEqual(['write', 'write', 'write', 'write']);
    },
  );

  it('is everything below /admin for administrators, and nothing there for anybody else', () => {
    expect(rightOnPage(administrator, '/admin/user/user-manage')).toBe('write');
    expect(rightOnPage(administrator, '/administrator')).toBe('none');
    for (const code of authCodes) expect(rightOnPage(user(['/admin/users', code]), '/admin/users')).toBe('none');
  });

  it('binds administrators elsewhere', () => {
    expect(rightOnPage(administrator, '/cms/monitor/lead-farm')).toBe('none');
  });
});

it('knows which pages belong to an entry of the menu', () => {
  expect(isOfPage('/cms/monitor/record', '/cms/monitor/record')).toBe(true);
  expect(isOfPage('/cms/monitor/record', '/cms/monitor/record-print')).toBe(true);
  expect(isOfPage('/cms/monitor/record', '/cms/monitor/recording')).toBe(false);
  expect(isOfPage('/cms/farm/farm-manage', '/cms/farm/farm-create')).toBe(true);
  expect(isOfPage('/cms/farm/farm-manage', '/cms/farm/farm-edit/7')).toBe(true);
  expect(isOfPage('/cms/farm/farm-manage', '/cms/farm/farm-editor')).toBe(false);
  expect(isOfPage('/cms/farm/farm-manage', '/cms/device/device-edit/7')).toBe(false);
});
