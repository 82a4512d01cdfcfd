import { describe, expect, it } from 'vitest';
import { type AuthCode, type Menu, mayOpen } from './menu.ts';

const menuOf = (menuUrl: string, authCode: AuthCode): Menu[] => [
  {
    index: 1,
    menuName: '농장',
    menuIconName: 'farm',
    childMenus: [{ index: 11, menuName: '관리', menuUrl, authCode }],
  },
];

describe('page access', () => {
  it('always lets a user see dashboard, policy and terms', () => {
    for (const path of ['/cms/dashboard', '/cms/policy', '/cms/terms', '/cms/dashboard/']) {
      expect(mayOpen(path, [], false)).toBe(true);
    }
    expect(mayOpen('/cms/monitor/record', [], false)).toBe(false);
  });

  it('opens the print view of a page to whom it opens the page', () => {
    const menus = menuOf('/cms/monitor/record', 'AUTH_ALLOW');
    expect(mayOpen('/cms/monitor/record-print', menus, false)).toBe(true);
    expect(mayOpen('/cms/monitor/statistics-print', menus, false)).toBe(false);
    expect(mayOpen('/cms/monitor/record-edit', menus, false)).toBe(false);
  });

  it('opens everything below /admin to administrators and to nobody else', () => {
    expect(mayOpen('/admin/user/user-manage', [], true)).toBe(true);
    expect(mayOpen('/admin/user/user-manage', menuOf('/admin/user/user-manage', 'AUTH_WRITE'), false)).toBe(false);
    expect(mayOpen('/administrator', [], true)).toBe(false);
  });

  it.each([
    ['AUTH_WRITE', true, true, true],
    ['AUTH_READ', true, false, true],
    ['AUTH_ALLOW', true, false, false],
  ] as const)('grants the children of a manage page by %s', (code, manage, create, edit) => {
    const menus = menuOf('/cms/farm/farm-manage', code);
    expect(mayOpen('/cms/farm/farm-manage', menus, false)).toBe(manage);
    expect(mayOpen('/cms/farm/farm-create', menus, false)).toBe(create);
    expect(mayOpen('/cms/farm/farm-edit/3', menus, false)).toBe(edit);
    expect(mayOpen('/cms/farm/farm-delete/3', menus, false)).toBe(false);
  });

  it.each(['reservation-composite', 'reservation-target', 'water-sensor', 'water-time'])(
    'opens %s to writers only',
    (family) => {
      const url = `/cms/control/${family}-manage`;
      expect(mayOpen(url, menuOf(url, 'AUTH_READ'), false)).toBe(false);
      expect(mayOpen(`/cms/control/${family}-edit/1`, menuOf(url, 'AUTH_READ'), false)).toBe(false);
      expect(mayOpen(`/cms/control/${family}-create`, menuOf(url, 'AUTH_WRITE'), false)).toBe(true);
    },
  );
});
