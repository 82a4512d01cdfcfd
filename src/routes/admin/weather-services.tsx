import { createFileRoute } from '@tanstack/react-router';
import { weatherServices } from '#contract/weather/weather-admin.ts';
import { readQuery } from '#src/api/read/query.ts';
import { WeatherServicesPage } from '#src/features/admin/weather-services-page.tsx';
import { awaitFirstRead } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/weather-services')({
  loader: (loading) => awaitFirstRead(loading, readQuery(weatherServices, {})),
  component: WeatherServices,
  errorComponent: AdminFailure,
});

function WeatherServices() {
  useTitle('날씨 서비스');
  return <WeatherServicesPage />;
}
