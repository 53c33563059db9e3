/** The brand mark as a file, with its colours written in, because a file has no style sheet. */
export const brandMarkFile = ({
  ink,
  tide,
  buoy,
}: {
  ink: string
  tide: string
  buoy: string
}): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34" width="340" height="340" role="img" aria-label="Evenkeel">',
    `  <circle cx="17" cy="17" r="15.75" fill="none" stroke="${ink}" stroke-width="2"/>`,
    `  <path d="M2 20h30" stroke="${buoy}" stroke-width="2"/>`,
    `  <path d="M8 21q9 9 18 0z" fill="${ink}"/>`,
    `  <path d="M16.25 5.5h1.5V20h-1.5z" fill="${ink}"/>`,
    `  <path d="M19 7.5q5 4.5 6.5 10.5H19z" fill="${tide}"/>`,
    `  <path d="M15 9.5q-4 3.5-5 8.5h5z" fill="${ink}"/>`,
    '</svg>',
  ].join('\n')

/** The SVG as a data URL, which a link can offer for download. */
export const asDataAddress = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg)}`
