import FileDown from 'lucide-react/icons/file-down';
import ImageDown from 'lucide-react/icons/image-down';
import { type ReactNode, useState } from 'react';
import { csvBlob } from '#src/lib/csv/csv.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { saveFile } from '#src/ui/csv/download.ts';
import type { ChartRange, ChartSeries, TimeChartHandle } from '../chart-series.ts';
import { chartCsvRows, chartFileName } from './chart-csv.ts';

type ExportButtonsProps = {
  farmName: string;
  /** Heading of the picture. */
  title: string;
  series: readonly ChartSeries[];
  shown: ChartRange;
  /** The chart to export as a picture; null until it is mounted, undefined if none is on the screen. */
  chart: TimeChartHandle | null | undefined;
  /** More exports, such as printing. */
  children?: ReactNode;
};

/** Exports what is on the screen as files. Made from data in memory, so no connection is needed. */
export function ExportButtons({ farmName, title, series, shown, chart, children }: ExportButtonsProps) {
  const [isDrawing, setIsDrawing] = useState(false);
  const fileName = chartFileName(farmName, shown);

  async function handlePicture(from: TimeChartHandle) {
    setIsDrawing(true);
    try {
      saveFile(await from.toPng(title), `${fileName}.png`);
    } catch {
      showToast('그림을 만들지 못했습니다. 화면을 넓히거나 기간을 줄여 다시 눌러 주세요.', 'failed');
    } finally {
      setIsDrawing(false);
    }
  }
  return (
    <fieldset aria-label="가져가기" className="flex flex-wrap gap-2">
      <Button
        onClick={() => saveFile(csvBlob(chartCsvRows(series, shown, csvWords)), `${fileName}.csv`)}
        icon={<FileDown aria-hidden className="size-5" />}
      >
        CSV 받기
      </Button>
      {chart !== undefined && (
        <Button
          disabled={!chart}
          onClick={() => chart && void handlePicture(chart)}
          isBusy={isDrawing}
          icon={<ImageDown aria-hidden className="size-5" />}
        >
          그림 받기
        </Button>
      )}
      {children}
    </fieldset>
  );
}

const csvWords = { time: '시각', min: '최저', mean: '평균', max: '최고' };
