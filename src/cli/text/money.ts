/** `$1,234.50`, `$0.12`, `$0.0034`: less than a cent with two significant digits. `?` when unknown. */
export function money(usd: number | null, { isExact = true } = {}): string {
  if (usd === null) return '?';
  if (!isExact) return `≥ ${money(usd)}`;
  if (usd === 0) return '$0';
  if (usd >= 0.01) return `$${usd.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
  return usd < 0.000_001 ? '<$0.000001' : `$${usd.toFixed(Math.min(6, 1 - Math.floor(Math.log10(usd))))}`;
}
