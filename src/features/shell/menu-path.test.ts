import { expect, it } from 'vitest';
import type { Menu } from '#contract/menu/menu.ts';
import { isInGroup } from './menu-path.ts';

it('marks the group that holds the page', () => {
  const group: Menu = {
    index: 1,
    menuName: '농장',
    menuIconName: 'farm',
    childMenus: [{ index: 2, menuName: '농장 관리', menuUrl: '/cms/farm/farm-manage', authCode: 'AUTH_READ' }],
  };
  expect(isInGroup(group, '/cms/farm/farm-edit/1')).toBe(true);
  expect(isInGroup(group, '/cms/dashboard')).toBe(false);
});
