export interface BoatProps {
  /** The middle of the waterline. */
  x: number
  y: number
  /** At 1, the boat is 176 wide and 200 high. */
  scale?: number
  /** Degrees off an even keel. */
  tilt?: number
  /** How much canvas: both sails, the small one, or none. */
  sails?: 'full' | 'half' | 'furled'
}

/** The boat used in every picture. Its colours come from the scene around it. */
export const Boat = ({ x, y, scale = 1, tilt = 0, sails = 'full' }: BoatProps) => (
  <g transform={`translate(${x} ${y}) scale(${scale}) rotate(${tilt})`}>
    <path d="M-3-152h6V-4h-6z" fill="var(--hull)" />
    <path d="M3-152l34 11-34 11z" fill="var(--buoy)" />
    {sails === 'full' && <path d="M11-124q60 52 70 106H11z" fill="var(--sail)" />}
    {sails !== 'furled' && <path d="M-11-136q-46 56-56 118h56z" fill="var(--near)" />}
    {sails === 'half' && <path d="M11-78q34 26 42 60H11z" fill="var(--sail)" />}
    {sails === 'furled' && (
      <>
        <path d="M-74-26H76" stroke="var(--hull)" strokeWidth="6" strokeLinecap="round" />
        <path d="M-58-50H60q11 0 11 11t-11 11H-58q-11 0-11-11t11-11z" fill="var(--sail)" />
        <path d="M-40-50v22M-14-50v22M16-50v22M42-50v22" stroke="var(--near)" strokeWidth="6" />
      </>
    )}
    <path d="M-88-6H92q-16 54-70 54h-50q-46 0-60-54z" fill="var(--hull)" />
  </g>
)
