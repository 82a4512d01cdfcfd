/** A cell of the forecast grid, 5 km on a side. */
type GridCell = { nx: number; ny: number };

/** Lambert conformal conic projection of the forecast grid, as the service's guide gives it. */
const EARTH_KM = 6371.00877;
const CELL_KM = 5;
const PARALLELS_DEG = [30, 60] as const;
const ORIGIN_DEG = { longitude: 126, latitude: 38 } as const;
const ORIGIN_CELL = { x: 43, y: 136 } as const;

const rad = (degrees: number) => (degrees * Math.PI) / 180;
const tan = (degrees: number) => Math.tan(Math.PI / 4 + rad(degrees) / 2);

const [south, north] = PARALLELS_DEG;
const sn = Math.log(Math.cos(rad(south)) / Math.cos(rad(north))) / Math.log(tan(north) / tan(south));
const sf = (tan(south) ** sn * Math.cos(rad(south))) / sn;
const ro = ((EARTH_KM / CELL_KM) * sf) / tan(ORIGIN_DEG.latitude) ** sn;

/** The cell of a position (degrees, WGS 84). */
export function gridCellOf({ latitude, longitude }: { latitude: number; longitude: number }): GridCell {
  const ra = ((EARTH_KM / CELL_KM) * sf) / tan(latitude) ** sn;
  let theta = rad(longitude - ORIGIN_DEG.longitude);
  if (theta > Math.PI) theta -= 2 * Math.PI;
  if (theta < -Math.PI) theta += 2 * Math.PI;
  return {
    nx: Math.floor(ra * Math.sin(theta * sn) + ORIGIN_CELL.x + 0.5),
    ny: Math.floor(ro - ra * Math.cos(theta * sn) + ORIGIN_CELL.y + 0.5),
  };
}
