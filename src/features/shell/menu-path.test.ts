import { describe, expect, it } from 'vitest';
import type { Menu } from '#contract/menu/menu.ts';
import { isInGroup, isWithin } from './menu-path.ts';

describe('isWithin', () => {
  it('marks the page and what lies below it', () => {
    expect(isWithin('/cms/monitor/record', '/cms/monitor/record')).toBe(true);
    expect(isWithin('/cms/monitor/record', '/cms/monitor/record/3')).toBe(true);
    expect(isWithin('/cms/monitor/record', '/cms/monitor/recording')).toBe(false);
  });

  it('marks a manage page on its create and edit pages', () => {
    expect(isWithin('/cms/farm/farm-manage', '/cms/farm/farm-create')).toBe(true);
    expect(isWithin('/cms/farm/farm-manage', '/cms/farm/farm-edit/7')).toBe(true);
    expect(isWithin('/cms/farm/farm-manage', '/cms/farm/farm-editor')).toBe(false);
    expect(isWithin('/cms/farm/farm-manage', '/cms/device/device-edit/7')).toBe(false);
  });
});

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
