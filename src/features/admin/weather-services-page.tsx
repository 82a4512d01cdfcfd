import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { MINUTE_MS } from '#contract/time/time.ts';
import { type WeatherService, weatherServices } from '#contract/weather/weather-admin.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { adviceFor, lastFailureWords, serviceWords, stateOf } from './weather-service-words.tsx';

/** The weather services: whether they answer, how many calls are left, and what to do about failures. */
export function WeatherServicesPage() {
  const now = useAgesTo();
  const answer = useQuery({ ...readQuery(weatherServices, {}), refetchInterval: MINUTE_MS });
  if (answer.isError && !answer.data) throw answer.error;
  const services = answer.data?.value.services;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="날씨 서비스"
        lead="서버가 때맞추어 물어보고 값을 받아 둡니다. 답이 없으면 스스로 다시 물어보니, 키를 확인하라는 말이 있을 때만 손보시면 됩니다."
      />
      <DataAgeNote seen={answer.data} now={now} />
      <div className="grid gap-5 lg:grid-cols-2">
        {services?.map((service) => (
          <ServiceCard key={`${service.service} ${service.keyPrint}`} service={service} now={now} />
        ))}
        {!services && [1, 2, 3].map((card) => <Skeleton key={card} className="h-80" />)}
      </div>
    </div>
  );
}

function ServiceCard({ service, now }: { service: WeatherService; now: number }) {
  const id = useId();
  const { name, about, setting } = serviceWords[service.service];
  const state = stateOf(service, now);
  const advice = adviceFor(service, now);
  const { isSet, farms, keyPrint, usedToday, dailyBudget } = service;
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lg font-bold">
          {name}
        </h2>
        {state.tone === 'good' ? (
          <span className="font-semibold text-leaf">{state.words}</span>
        ) : (
          <StatusTag tone={state.tone}>{state.words}</StatusTag>
        )}
      </div>
      <p className="text-ink-soft">{about}</p>
      {advice !== undefined && (
        <p role="status" className="rounded-card bg-warn-surface px-4 py-3 font-medium text-warn-ink">
          {advice}
        </p>
      )}
      {isSet ? (
        <FactList
          facts={[
            { label: '마지막으로 받음', value: <When at={service.lastSuccessAt} now={now} /> },
            { label: '쓰는 농장', value: `${formatNumber(farms, 0)}곳` },
            {
              label: '오늘 남은 횟수',
              value: `${formatNumber(Math.max(0, dailyBudget - usedToday), 0)} / ${formatNumber(dailyBudget, 0)}회`,
            },
            { label: '다음에 물어볼 때', value: <NextTry at={service.nextTryAt} now={now} /> },
            {
              label: '마지막 오류',
              value: <LastFailure service={service} now={now} />,
            },
            { label: '키 이름표', value: <code translate="no">{keyPrint}</code> },
          ]}
        />
      ) : (
        <p>
          키가 없어 모의 데이터를 보여 드립니다. 서버의 환경 변수 <code translate="no">{setting}</code>에 키를 넣고 다시
          시작해 주세요.
        </p>
      )}
    </Card>
  );
}

/** When and why a call last failed, with the words of the service for a search or its support. */
function LastFailure({ service, now }: { service: WeatherService; now: number }) {
  const { lastFailure, lastFailureAt } = service;
  if (lastFailure === null) return '없음';
  return (
    <>
      <When at={lastFailureAt} now={now} />
      <span className="block">{lastFailureWords(service)}</span>
      <span translate="no" className="block break-words text-age text-ink-soft">
        {lastFailure}
      </span>
    </>
  );
}

function When({ at, now }: { at: string | null; now: number }) {
  if (at === null) return '아직 없음';
  const instant = Date.parse(at);
  return (
    <time dateTime={at} className="tabular">
      {formatDateTime(instant)} ({formatAge(now - instant)})
    </time>
  );
}

function NextTry({ at, now }: { at: string | null; now: number }) {
  if (at === null || Date.parse(at) <= now) return '때가 되면 바로';
  return (
    <time dateTime={at} className="tabular">
      {formatDateTime(Date.parse(at))}
    </time>
  );
}
