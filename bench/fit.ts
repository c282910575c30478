/** A straight line through measured points; through their logarithms, its slope is the exponent of a power law. */

/** Slope and height of the line with the least squares, and how much of the variance it leaves. */
export function line(
  points: readonly Readonly<{ x: number; y: number }>[],
): Readonly<{ slope: number; height: number; r2: number }> {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((p) => p.x)), mean(points.map((p) => p.y))];
  const slope = mean(points.map((p) => (p.x - x) * (p.y - y))) / mean(points.map((p) => (p.x - x) ** 2));
  const height = y - slope * x;
  return {
    slope,
    height,
    r2: 1 - mean(points.map((p) => (p.y - height - slope * p.x) ** 2)) / mean(points.map((p) => (p.y - y) ** 2)),
  };
}
