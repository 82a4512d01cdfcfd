import { mayWaitFor } from '#contract/device/sensor.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { BackLink, type Origin } from './sensor-link.tsx';
import { EQUIPMENT_OFFLINE_WORDS } from './sensor-words.tsx';

type SensorFormActionsProps = {
  submitLabel?: string;
  isBusy: boolean;
  origin: Origin;
  isOffline: boolean;
  /** The chosen type, and the stored one of an edit; null: none yet. */
  types: readonly (ChannelTypeName | null)[];
};

/** The buttons of a sensor's form. That of an actuator needs the server, and says so without a connection. */
export function SensorFormActions({ submitLabel = '저장', isBusy, origin, isOffline, types }: SensorFormActionsProps) {
  const cancel = (
    <BackLink origin={origin} className={buttonClass()}>
      취소
    </BackLink>
  );
  if (!isOffline || mayWaitFor(types.filter((type) => type !== null))) {
    return <FormActions submitLabel={submitLabel} isBusy={isBusy} cancel={cancel} />;
  }
  return (
    <>
      <Banner tone="offline">{EQUIPMENT_OFFLINE_WORDS}</Banner>
      <div className="flex gap-3 md:justify-end">
        {cancel}
        <Button type="submit" variant="primary" disabled className="max-md:flex-1 md:min-w-40">
          {submitLabel}
        </Button>
      </div>
    </>
  );
}
