import { mayWaitFor } from '#contract/device/sensor.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
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
export function SensorFormActions({ submitLabel, isBusy, origin, isOffline, types }: SensorFormActionsProps) {
  const isDisabled = isOffline && !mayWaitFor(types.filter((type) => type !== null));
  return (
    <>
      {isDisabled && <Banner tone="offline">{EQUIPMENT_OFFLINE_WORDS}</Banner>}
      <FormActions
        submitLabel={submitLabel}
        isBusy={isBusy}
        isDisabled={isDisabled}
        cancel={
          <BackLink origin={origin} className={buttonClass()}>
            취소
          </BackLink>
        }
      />
    </>
  );
}
