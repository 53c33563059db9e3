/** The mark: a boat level on its horizon. Decorative: the name is next to it. */
export const BrandMark = ({ size = 34 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 34 34" aria-hidden="true" focusable="false">
    <circle cx="17" cy="17" r="15.75" fill="none" stroke="currentColor" strokeWidth="2" />
    <path d="M2 20h30" stroke="var(--buoy)" strokeWidth="2" />
    <path d="M8 21q9 9 18 0z" fill="currentColor" />
    <path d="M16.25 5.5h1.5V20h-1.5z" fill="currentColor" />
    <path d="M19 7.5q5 4.5 6.5 10.5H19z" fill="var(--tide)" />
    <path d="M15 9.5q-4 3.5-5 8.5h5z" fill="currentColor" />
  </svg>
)
