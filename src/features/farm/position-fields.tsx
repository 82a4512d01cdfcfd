import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import MapPin from 'lucide-react/icons/map-pin';
import { isSwapped } from '#contract/farm/farm-manage.ts';
import { findPlace } from '#contract/farm/place-text.ts';
import { distanceKm, type Position, stationsNear } from '#contract/farm/stations.ts';
import type { FieldBinding } from '#src/lib/form/use-form.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Button } from '#src/ui/button/button.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { type GeolocationState, useGeolocation } from './use-geolocation.ts';
import { distanceWords } from './weather-words.tsx';

type PositionFieldsProps = {
  /** As typed: it may name a place with known coordinates. */
  address: string;
  latitude: FieldBinding<number | null>;
  longitude: FieldBinding<number | null>;
};

/** The position of a farm: typed, taken from the device's location, or estimated from the address. */
export function PositionFields({ address, latitude, longitude }: PositionFieldsProps) {
  const { here, ask, isOffered } = useGeolocation(put);

  function put(position: Position) {
    latitude.onChange(position.latitude);
    longitude.onChange(position.longitude);
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-4 sm:max-w-md">
        <NumberField label="위도" placeholder="33.2772" {...latitude} />
        <NumberField label="경도" placeholder="126.7042" {...longitude} />
      </div>
      {isSwapped(latitude.value, longitude.value) && (
        <div className="flex flex-wrap items-center gap-3 rounded-card bg-warn-surface px-4 py-3 text-warn-ink">
          <p className="min-w-0 flex-1 basis-48 font-medium">위도와 경도가 바뀐 것 같습니다.</p>
          <Button
            onClick={() => {
              latitude.onChange(longitude.value);
              longitude.onChange(latitude.value);
            }}
            icon={<ArrowLeftRight aria-hidden className="size-5" />}
          >
            서로 바꾸기
          </Button>
        </div>
      )}
      <PlaceOffer address={address} latitude={latitude.value} longitude={longitude.value} onTake={put} />
      {isOffered && (
        <Button
          onClick={ask}
          isBusy={here.state === 'asking'}
          icon={<LocateFixed aria-hidden className="size-5" />}
          className="self-start"
        >
          내 위치 사용
        </Button>
      )}
      <p className="text-ink-soft empty:hidden" aria-live="polite">
        {[hereWords(here), nearWords(latitude.value, longitude.value)].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}

type PlaceOfferProps = {
  address: string;
  latitude: number | null;
  longitude: number | null;
  onTake: (position: Position) => void;
};

/**
 * Offers the coordinates of the place in the address, looked up on the device. Existing coordinates are questioned
 * only if they are too far from it, and change only when the user accepts.
 */
function PlaceOffer({ address, latitude, longitude, onTake }: PlaceOfferProps) {
  const place = findPlace(address);
  if (!place && address.trim() !== '' && latitude === null && longitude === null) {
    return <p>주소에서 읍·면·동을 찾지 못했습니다. 읍·면·동까지 적거나, 농장에서 ‘내 위치 사용’을 눌러 주세요.</p>;
  }
  if (!place) return null;
  const icon = <MapPin aria-hidden className="size-5" />;
  if (latitude === null && longitude === null) {
    return (
      <Button onClick={() => onTake(place)} icon={icon} className="self-start">
        {`${place.name} 중심 좌표 넣기`}
      </Button>
    );
  }
  if (latitude === null || longitude === null || isSwapped(latitude, longitude)) return null;
  const km = distanceKm(place, { latitude, longitude });
  if (km === 0) {
    return <p>{`${place.name} 중심의 좌표입니다. 농장에서 ‘내 위치 사용’을 누르면 더 정확합니다.`}</p>;
  }
  if (km < FAR_FROM_PLACE_KM) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-warn-surface px-4 py-3 text-warn-ink">
      <p className="min-w-0 flex-1 basis-48 font-medium">
        {`주소의 ${place.name} 중심에서 ${distanceWords(km)} 떨어진 좌표입니다.`}
      </p>
      <Button onClick={() => onTake(place)} icon={icon}>
        {`${place.name} 중심으로 바꾸기`}
      </Button>
    </div>
  );
}

function hereWords(here: GeolocationState): string {
  switch (here.state) {
    case 'idle':
      return '';
    case 'asking':
      return '위치를 찾고 있습니다. 하우스 밖에서 더 잘 찾습니다.';
    case 'found':
      return `지금 있는 곳의 좌표를 넣었습니다(오차 약 ${formatNumber(here.accuracyM, 0)} m).`;
    case 'denied':
      return '위치를 볼 수 없게 되어 있습니다. 브라우저 설정에서 허용하거나 좌표를 직접 입력해 주세요.';
    case 'unavailable':
      return '위치를 찾지 못했습니다. 하우스 밖에서 다시 눌러 보거나 좌표를 직접 입력해 주세요.';
  }
}

/** The nearest known place: it reveals a wrong coordinate sooner than the number does. */
function nearWords(latitude: number | null, longitude: number | null): string {
  if (latitude === null || longitude === null || !Number.isFinite(latitude + longitude)) return '';
  const nearest = stationsNear({ latitude, longitude }).sort((a, b) => a.distanceKm - b.distanceKm)[0];
  if (!nearest) return '';
  const { station, distanceKm } = nearest;
  if (distanceKm > FAR_KM) return '제주에서 먼 곳입니다. 위도와 경도를 확인해 주세요.';
  return `가장 가까운 관측소: ${station.name}, ${distanceWords(distanceKm)}.`;
}

/** No farm on Jeju or its islands is this far from every station. */
const FAR_KM = 40;

/** The most distant fields of 애월읍 and 조천읍 are about this far from their office. */
const FAR_FROM_PLACE_KM = 15;
