import { createFileRoute } from '@tanstack/react-router';
import { WeatherServicesPage } from '#src/features/admin/weather-services-page.tsx';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/weather-services')({
  component: WeatherServices,
  errorComponent: AdminFailure,
});

function WeatherServices() {
  useTitle('날씨 서비스');
  return <WeatherServicesPage />;
}
