/** Amounts, in cents. */

export function dollars(cents: number, sign = false): string {
  const whole = Math.abs(cents);
  const text = (whole / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const before = cents < 0 ? "−" : sign && cents > 0 ? "+" : "";
  return `${before}$${text}`;
}

/** An amount in as little room as it needs: $5, $2.50, $10k. */
export function short(cents: number): string {
  if (cents >= 1_000_000 && cents % 100_000 === 0) return `$${cents / 100_000}k`;
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString("en-US")}` : dollars(cents);
}

export const CHIPS = [100, 500, 2500, 10000, 50000] as const;

/** The chips that an amount is paid in, the largest first, at most as many as can be seen in a stack. */
export function stack(cents: number, most = 6): number[] {
  const found: number[] = [];
  let left = cents;
  for (const chip of [...CHIPS].reverse())
    while (left >= chip && found.length < most) {
      found.push(chip);
      left -= chip;
    }
  if (!found.length && cents > 0) found.push(CHIPS[0]);
  return found;
}
