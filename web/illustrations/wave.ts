/**
 * A rolling sea as a filled path: its level, how high it rolls, the width of one rise, and where it
 * begins. It reaches 60 past both edges of the picture, so that it can sway.
 */
export const wave = (
  { level, height, rise, from = 0 }: { level: number; height: number; rise: number; from?: number },
  { width, bottom }: { width: number; bottom: number } = { width: 320, bottom: 200 },
): string => {
  const start = -60 - rise * 2 + from
  const count = Math.ceil((width + 60 - start) / rise)
  return `M${start} ${level}q${rise / 2} ${-height} ${rise} 0${`t${rise} 0`.repeat(count)}V${bottom}H${start}z`
}
