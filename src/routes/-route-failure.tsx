import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { ApiError, NoAnswerError } from '#src/api/call/errors.ts';
import { useAutoRetry } from '#src/api/read/retry-later.ts';
import { ErrorPage, type ErrorPageList } from '#src/features/shell/error-page.tsx';

/** Replaces a page that could not be loaded; retries automatically. */
export const RouteFailure = failureOf({});

/** The same for monitoring pages, with their own text for missing data. */
export const MonitorFailure = failureOf({ missing: '아직 이 기기에 없는 기록입니다' });
export const FarmFailure = failureOf({ list: { path: '/cms/farm/farm-manage', label: '농장 목록으로' } });
export const CropFailure = failureOf({ list: { path: '/cms/farm/crop-manage', label: '작물 목록으로' } });
export const GrowingFailure = failureOf({ list: { path: '/cms/growth/growing-manage', label: '생육 조사 목록으로' } });
export const DeviceFailure = failureOf({ list: { path: '/cms/device/device-manage', label: '장치 목록으로' } });
export const InspectionFailure = failureOf({
  list: { path: '/cms/device/inspection-manage', label: '점검 목록으로' },
});
/** Administration pages are never cached on the device. */
export const AdminFailure = failureOf({
  missing: '연결되어 있어야 볼 수 있는 화면입니다',
  hint: '관리자가 보는 내용은 기기에 남겨 두지 않습니다. 연결되면 다시 시도해 주세요.',
});
export const SensorFailure = failureOf({ list: { path: '/cms/device/sensor-manage', label: '센서 목록으로' } });

type Family = { missing?: string; hint?: string; list?: ErrorPageList };

function failureOf({
  missing = '아직 이 기기에 없는 화면입니다',
  hint = '연결되면 다시 시도해 주세요. 한 번 연 화면은 연결이 없어도 다시 볼 수 있습니다.',
  list,
}: Family) {
  return function Failure({ error, reset }: ErrorComponentProps) {
    const router = useRouter();
    const retry = () => {
      reset();
      void router.invalidate();
    };
    useAutoRetry(error, retry);
    if (error instanceof NoAnswerError) {
      return <ErrorPage title={missing} message={hint} list={list} onRetry={retry} />;
    }
    // The address names nothing that exists or that the user may see.
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION')) {
      return (
        <ErrorPage
          title="찾을 수 없습니다"
          message="삭제되었거나 볼 수 없는 항목입니다. 목록에서 다시 열어 주세요."
          list={list}
          requestId={error.requestId}
        />
      );
    }
    if (error instanceof ApiError) {
      return <ErrorPage message={error.message} list={list} requestId={error.requestId} onRetry={retry} />;
    }
    return <ErrorPage list={list} onRetry={retry} />;
  };
}
