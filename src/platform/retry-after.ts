/**
 * How long a server asks to wait, by its own clock: `Retry-After` is a number of seconds or a date (RFC 9110, section
 * 10.2.3).
 */
export function secondsIn(retryAfter: string | null, date: string | null): number | null {
  const said = (retryAfter ?? '').trim();
  if (/^\d{1,9}(?:\.\d+)?$/.test(said)) return Number(said);
  const seconds = /^[A-Z][a-z]{2,8},? /.test(said) ? (Date.parse(said) - Date.parse(date ?? '')) / 1000 : Number.NaN;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}
