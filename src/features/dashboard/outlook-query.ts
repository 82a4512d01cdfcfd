import { MINUTE_MS } from '#contract/time/time.ts';
import { outlook } from '#contract/weather/outlook.ts';
import { readQuery } from '#src/api/read/query.ts';

/** The server looks for new forecasts about this often, ms. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;

/** Tonight's minimum and tomorrow's maximum in the houses of a farm; cached on the device. */
export const outlookQuery = (farmIndex: number) => ({
  ...readQuery(outlook, { params: { farmIndex } }),
  refetchInterval: ASK_AGAIN_MS,
});
