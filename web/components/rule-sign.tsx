const paths = {
  met: 'M3 8.5l3.5 3.5L13 4.5',
  unmet: 'M4 4l8 8M12 4l-8 8',
  open: 'M8 3a5 5 0 1 0 0 10a5 5 0 1 0 0-10z',
} as const

/** A tick, a cross or an empty ring; the words beside it say the same. */
export const RuleSign = ({ state }: { state: keyof typeof paths }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path
      d={paths[state]}
      fill="none"
      stroke="currentColor"
      strokeWidth={state === 'open' ? 1.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
