/** Pages that stand alone: what is done there is done on the page itself. */
type SinglePage =
  | '/cms/dashboard'
  | '/cms/monitor/record'
  | '/cms/monitor/lead-farm'
  | '/cms/monitor/humidity'
  | '/cms/monitor/statistics'
  | '/cms/monitor/quality'
  | '/cms/control/heat-settings'
  | '/cms/weather/forecast'
  | '/cms/weather/compare'
  | '/cms/weather/sky'
  | '/cms/my-page/edit-user-info';

/** What a family of pages manages: a list (`-manage`) with a page to create (`-create`) and one to edit (`-edit`). */
type Family = '/cms/farm/farm' | '/cms/farm/crop' | '/cms/device/device' | '/cms/device/sensor';

/** A page whose calls the menu's rights bind, by its address. Pages below /admin are for administrators alone. */
export type Page = SinglePage | `${Family}-${'manage' | 'create' | 'edit'}`;

/** A page as the menu lists it. */
export type MenuPage = SinglePage | `${Family}-manage`;
