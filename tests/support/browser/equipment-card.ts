import type { Page } from '@playwright/test';

/** The card of an actuator on the pages of control, of the first house that has one of this name. */
export const equipmentCard = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
    .first();
