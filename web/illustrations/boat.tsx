export interface BoatProps {
  /** The middle of the waterline. */
  x: number
  y: number
  /** 1 is 176 wide and 200 high. */
  scale?: number
  /** Degrees off an even keel. */
  tilt?: number
  /** How much canvas: both sails, the small one, or none. */
  sails?: 'full' | 'half' | 'furled'
}

/** The one boat of every picture. Its colours come from the scene around it. */
export const Boat = ({ x, y, scale = 1, tilt = 0, sails = 'full' }: BoatProps) => (
  <g transform={`translate(${x} ${y}) scale(${scale}) rotate(${tilt})`}>
    <path d="M-3-152h6V-4h-6z" fill="var(--hull)" />
    <path d="M3-152l34 11-34 11z" fill="var(--buoy)" />
    {sails === 'full' && <path d="M11-124q60 52 70 106H11z" fill="var(--sail)" />}
    {sails !== 'furled' && <path d="M-11-136q-46 56-56 118h56z" fill="var(--near)" />}
    {sails === 'half' && <path d="M11-78q34 26 42 60H11z" fill="var(--sail)" />}
    {sails === 'furled' && (
      <>
        <path d="M-62-24H62" stroke="var(--hull)" strokeWidth="5" strokeLinecap="round" />
        <path d="M-56-33q14-12 28 0t28 0 28 0 28 0v8H-56z" fill="var(--near)" />
      </>
    )}
    <path d="M-88-6H92q-16 54-70 54h-50q-46 0-60-54z" fill="var(--hull)" />
  </g>
)
